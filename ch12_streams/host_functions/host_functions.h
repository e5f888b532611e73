// Host work between device work, in stream order: which thread calls it, and what waits for it?
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "common/lcg.h"
#include "common/owners.h"

namespace host_functions {

// Pieces of the same size. A kernel advances every element of a piece by `steps` steps, a copy transfers the piece to
// the host, and the host adds it up.
struct Task {
  const std::uint32_t* x;   // device memory, all pieces; not changed
  std::uint32_t* y;         // device memory, all pieces
  std::uint32_t* h_y;       // pinned host memory, all pieces
  std::uint64_t* sums;      // on the host: one per piece
  std::vector<int>* order;  // the pieces' numbers, in the order in which the host added them up
  int pieces, size, steps;
};

inline std::vector<std::uint64_t> sums_cpu(const std::vector<std::uint32_t>& x, int pieces, int steps) {
  std::vector<std::uint64_t> sums(pieces, 0);
  for (std::size_t i = 0; i < x.size(); ++i) sums[i / (x.size() / pieces)] += Lcg{}.jumped(x[i], steps);
  return sums;
}

struct Rung {
  const char* name;
  // Returns when all pieces are added up. second is a stream for rungs that need another one. Throws CudaError.
  void (*run)(const Task& task, const Stream& stream, const Stream& second);
};

std::span<const Rung> ladder();

// The status of a CUDA call inside a host function.
cudaError_t call_inside(const Stream& stream);

}  // namespace host_functions
