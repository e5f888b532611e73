// A block reads a part of global memory again and again. If the part fits into L1, only the first pass reads it from
// L2. The kernel is the same in all rungs and needs next to no shared memory, so only the wish differs.
#include "ch06_memory/carve_out/carve_out.h"

#include "common/check.h"

namespace carve_out {
namespace {

__global__ void read_again_kernel(const uint4* x, std::uint32_t* sums, int vectors, int passes) {
  __shared__ std::uint32_t sum_of_block;
  if (threadIdx.x == 0) sum_of_block = 0;
  __syncthreads();

  const uint4* const part = x + std::size_t{blockIdx.x} * vectors;
  std::uint32_t sum = 0;
  for (int pass = 0; pass < passes; ++pass) {
    for (int i = threadIdx.x; i < vectors; i += block_size) {
      const uint4 loaded = part[i];
      sum += loaded.x + loaded.y + loaded.z + loaded.w;
    }
    __syncthreads();  // all of the part before the next pass, and no load of it may be kept in a register
  }
  atomicAdd(&sum_of_block, sum);
  __syncthreads();
  if (threadIdx.x == 0) sums[blockIdx.x] = sum_of_block;
}

void read_again(const std::uint32_t* x, std::uint32_t* sums, int blocks, int kb, int passes) {
  const int vectors = static_cast<int>(kb * words_per_kb / 4);
  read_again_kernel<<<blocks, block_size>>>(reinterpret_cast<const uint4*>(x), sums, vectors, passes);
  check(cudaGetLastError());
}

// The attribute belongs to the kernel, until it is set again. The number is a share of the largest shared memory of a
// multiprocessor, in percent.
void wish(int percent) {
  check(cudaFuncSetAttribute(read_again_kernel, cudaFuncAttributePreferredSharedMemoryCarveout, percent));
}

// ---- Rung 1. No wish: the driver chooses.
void no_wish(const std::uint32_t* x, std::uint32_t* sums, int blocks, int kb, int passes) {
  wish(cudaSharedmemCarveoutDefault);
  read_again(x, sums, blocks, kb, passes);
}

// ---- Rung 2. As little shared memory as possible, so that the rest is L1.
void most_l1(const std::uint32_t* x, std::uint32_t* sums, int blocks, int kb, int passes) {
  wish(cudaSharedmemCarveoutMaxL1);
  read_again(x, sums, blocks, kb, passes);
}

// ---- Rung 3. Half of the largest shared memory.
void half_shared(const std::uint32_t* x, std::uint32_t* sums, int blocks, int kb, int passes) {
  wish(50);
  read_again(x, sums, blocks, kb, passes);
}

// ---- Rung 4. As much shared memory as possible, of which this kernel uses four bytes.
void most_shared(const std::uint32_t* x, std::uint32_t* sums, int blocks, int kb, int passes) {
  wish(cudaSharedmemCarveoutMaxShared);
  read_again(x, sums, blocks, kb, passes);
}

}  // namespace

int wish_of_kernel() {
  cudaFuncAttributes attributes;
  check(cudaFuncGetAttributes(&attributes, read_again_kernel));
  return attributes.preferredShmemCarveout;
}

std::span<const Rung> ladder() {
  static constexpr Rung rungs[] = {
      {"no_wish", cudaSharedmemCarveoutDefault, no_wish},
      {"most_l1", cudaSharedmemCarveoutMaxL1, most_l1},
      {"half_shared", 50, half_shared},
      {"most_shared", cudaSharedmemCarveoutMaxShared, most_shared},
  };
  return rungs;
}

}  // namespace carve_out
