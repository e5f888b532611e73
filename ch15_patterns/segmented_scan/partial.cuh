// A sum that knows whether it crosses the head of a segment: what a segmented scan adds up.
#pragma once

#include "ch15_patterns/segmented_scan/segmented_scan.h"

namespace segmented_scan {

// What has been added up from some element on: the sum behind the last head, and whether there is one.
template <typename T>
struct Partial {
  T sum;
  unsigned head;
};

template <typename T>
__device__ inline Partial<T> joined(Partial<T> left, Partial<T> right) {
  return {right.head ? right.sum : left.sum + right.sum, left.head | right.head};
}

}  // namespace segmented_scan
