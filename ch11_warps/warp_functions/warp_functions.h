// How the lanes of a warp exchange values without memory: votes, matches, shuffles, reductions; over the whole warp or
// over each of its equal parts.
#pragma once

#include <cstddef>
#include <vector>

#include "common/check.h"

namespace warp_functions {

// A part of a warp, as a function sees it: the values of its lanes and its first lane.
struct Part {
  std::vector<int> x;  // one value per lane
  int first;           // its first lane: masks have a bit for each of the warp's 32 lanes
};

struct Function {
  const char* name;
  const char* meaning;
  int compute_capability;  // that it needs
  // Lane i of the launch has x[i], and result[i] becomes what the function returned to it, as bits. width, the size of
  // a part, is 2, 4, 8, 16 or 32. Lanes beyond n take part with the value 0, so that every lane of a mask exists. x and
  // result point to n words of device memory; n may be 0. Does not wait; throws CudaError.
  void (*run)(const int* x, std::size_t n, int width, unsigned* result);
  unsigned (*expected)(const Part& part, int rank);  // the same, on the host, for lane part.first + rank
};

const std::vector<Function>& functions();

// The value that `function` should return to every lane.
std::vector<unsigned> expected_of(const Function& function, const std::vector<int>& x, int width);

// ---- Which lanes are active? In a branch a warp may run in several groups, and their composition is not defined. For
// odd x[i], mask[i] becomes what __activemask() returned; for even x[i], 0.
void active_masks(const int* x, std::size_t n, unsigned* mask);
// Copies the odd x to `odd`, in no particular order, and adds their number to *count: the lanes that are in the branch
// together reserve places together, with one atomicAdd per group.
void gather_odd(const int* x, std::size_t n, int* odd, int* count);

}  // namespace warp_functions
