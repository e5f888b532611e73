// A block runs on one multiprocessor from its first instruction to its last. A multiprocessor holds a limited number of
// blocks; on all multiprocessors together they are a wave. More blocks of a grid start when earlier ones have ended.
#include "ch06_memory/waves/waves.h"

#include "common/check.h"
#include "common/ptx.h"

namespace waves {
namespace {

// Only arithmetic, so that a block's time depends only on the blocks that share its multiprocessor.
__global__ void random_kernel(unsigned* y, unsigned* where, int steps) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  unsigned x = static_cast<unsigned>(i) + 1;
  for (int k = 0; k < steps; ++k) {
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
  }
  y[i] = x;
  if (threadIdx.x == 0) where[blockIdx.x] = multiprocessor_id();
}

// ---- Rung 1. A block requests more than half of a multiprocessor's shared memory, which it does not use: only one
// block fits.
int more_than_half() {
  int device = 0, shared = 0;
  check(cudaGetDevice(&device));
  check(cudaDeviceGetAttribute(&shared, cudaDevAttrMaxSharedMemoryPerMultiprocessor, device));
  const int bytes = shared / 2 + 1;
  // A kernel must opt in to more than 48 KB per block.
  check(cudaFuncSetAttribute(random_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
  return bytes;
}

void one_per_multiprocessor(unsigned* y, unsigned* where, int blocks, int steps) {
  random_kernel<<<blocks, block_size, more_than_half()>>>(y, where, steps);
  check(cudaGetLastError());
}

int resident_one() {
  int blocks = 0;
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, random_kernel, block_size, more_than_half()));
  return blocks;
}

// ---- Rung 2. Same, except that a block requests no shared memory: several fit, and share the multiprocessor's
// arithmetic units.
void as_many_as_fit(unsigned* y, unsigned* where, int blocks, int steps) {
  random_kernel<<<blocks, block_size>>>(y, where, steps);
  check(cudaGetLastError());
}

int resident_many() {
  int blocks = 0;
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, random_kernel, block_size, 0));
  return blocks;
}

}  // namespace

std::span<const Rung> ladder() {
  static constexpr Rung rungs[] = {
      {"one_per_multiprocessor", one_per_multiprocessor, resident_one},
      {"as_many_as_fit", as_many_as_fit, resident_many},
  };
  return rungs;
}

}  // namespace waves
