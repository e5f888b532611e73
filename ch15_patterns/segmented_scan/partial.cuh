// A sum with a flag that tells whether it crosses the head of a segment: the element of a segmented scan.
#pragma once

#include "ch15_patterns/segmented_scan/segmented_scan.h"

namespace segmented_scan {

// The result of a range of elements: the sum after the last head, and whether there is a head.
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
