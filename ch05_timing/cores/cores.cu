// One kernel, with one thread, with one warp, with one block and with threads for all numbers.
#include "ch05_timing/cores/cores.h"

#include "common/check.h"

namespace cores {
namespace {

__global__ void steps_kernel(const unsigned* x, unsigned* y, std::size_t n, int steps) {
  const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += stride) {
    unsigned number = x[i];
    for (int k = 0; k < steps; ++k) number = next(number);
    y[i] = number;
  }
}

// ---- Rung 1. One thread does everything, as one core does. 31 lanes of its warp are idle.
void one_thread(const unsigned* x, unsigned* y, std::size_t n, int steps) {
  steps_kernel<<<1, 1>>>(x, y, n, steps);
  check(cudaGetLastError());
}

// ---- Rung 2. Same, except that all lanes of the warp work. There is still one instruction at a time.
void one_warp(const unsigned* x, unsigned* y, std::size_t n, int steps) {
  steps_kernel<<<1, 32>>>(x, y, n, steps);
  check(cudaGetLastError());
}

// ---- Rung 3. Same, except that 32 warps share a multiprocessor: while one waits for a result, others go on.
void one_block(const unsigned* x, unsigned* y, std::size_t n, int steps) {
  steps_kernel<<<1, 1024>>>(x, y, n, steps);
  check(cudaGetLastError());
}

// ---- Rung 4. Same, except that there is a thread for every number, on all multiprocessors.
constexpr int block_size = 256;

void all_threads(const unsigned* x, unsigned* y, std::size_t n, int steps) {
  steps_kernel<<<blocks_for(n, block_size), block_size>>>(x, y, n, steps);
  check(cudaGetLastError());
}

}  // namespace

std::span<const Rung> ladder() {
  static constexpr Rung rungs[] = {
      {"one_thread", one_thread},
      {"one_warp", one_warp},
      {"one_block", one_block},
      {"all_threads", all_threads},
  };
  return rungs;
}

}  // namespace cores
