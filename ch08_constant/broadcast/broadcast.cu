// The same look-ups in different memories.
//
// Constant memory has a cache that delivers one word at a time to all lanes that read it: a broadcast. Reads of
// different words by the lanes of a warp are serialised. Shared memory delivers 32 words at a time, one per bank;
// global memory delivers whole sectors from the L1 cache.
#include "ch08_constant/broadcast/broadcast.h"

#include <stdexcept>

#include "common/check.h"

namespace broadcast {
namespace {

constexpr int block_size = 256;

// The element that this thread starts from. With the remainder the compiler cannot know whether lanes agree.
__device__ int first_element(int distinct) {
  return threadIdx.x % lanes % distinct;
}

// ---- Rung 1. A static table in constant memory: 64 KB per program. If the compiler knows that all threads read the
// same word, the word becomes an operand of the addition, and there is no load at all.
__constant__ double constant_table[lanes + steps];  // of doubles, or of floats in the first half

template <typename Real>
void set_constant(const Table<Real>& table) {
  check(cudaMemcpyToSymbolAsync(constant_table, &table, sizeof table, 0, cudaMemcpyHostToDevice));
}

template <typename Real>
__global__ void as_operand_kernel(Real* sums, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i >= n) return;
  const Real* table = reinterpret_cast<const Real*>(constant_table);
  Real sum = 0;
#pragma unroll
  for (int k = 0; k < steps; ++k) sum += table[k];
  sums[i] = sum;
}

template <typename Real>
void as_operand(const Table<Real>&, Real* sums, std::size_t n, int distinct) {
  if (distinct != 1) throw std::invalid_argument("an operand is the same for all threads");
  as_operand_kernel<<<blocks_for(n, block_size), block_size>>>(sums, n);
  check(cudaGetLastError());
}

// ---- Rung 2. Same as rung 1, except that each thread computes its index: every look-up is now a load through the
// constant cache, and different addresses are served one after another.
template <typename Real>
__global__ void from_constant_kernel(Real* sums, std::size_t n, int distinct) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i >= n) return;
  const Real* table = reinterpret_cast<const Real*>(constant_table) + first_element(distinct);
  Real sum = 0;
  for (int k = 0; k < steps; ++k) sum += table[k];
  sums[i] = sum;
}

template <typename Real>
void from_constant(const Table<Real>&, Real* sums, std::size_t n, int distinct) {
  from_constant_kernel<<<blocks_for(n, block_size), block_size>>>(sums, n, distinct);
  check(cudaGetLastError());
}

// ---- Rung 3. Same as rung 2, except that the table is an argument: kernel parameters are in constant memory too, up
// to 4 KB, or 32764 bytes from CUDA 12.1 and compute capability 7.0 on. Each launch has its own table.
template <typename Real>
void set_nothing(const Table<Real>&) {}

template <typename Real>
__global__ void from_parameter_kernel(const __grid_constant__ Table<Real> table, Real* sums, std::size_t n,
                                      int distinct) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i >= n) return;
  const int first = first_element(distinct);
  Real sum = 0;
  for (int k = 0; k < steps; ++k) sum += table.values[first + k];
  sums[i] = sum;
}

template <typename Real>
void from_parameter(const Table<Real>& table, Real* sums, std::size_t n, int distinct) {
  from_parameter_kernel<<<blocks_for(n, block_size), block_size>>>(table, sums, n, distinct);
  check(cudaGetLastError());
}

// ---- Rung 4. Same as rung 2, except that each block copies the table to shared memory first: neighbouring words are
// in different banks, so any number of them is read at once.
template <typename Real>
__global__ void from_shared_kernel(Real* sums, std::size_t n, int distinct) {
  __shared__ Real table[lanes + steps];
  for (int k = threadIdx.x; k < lanes + steps; k += block_size)
    table[k] = reinterpret_cast<const Real*>(constant_table)[k];
  __syncthreads();

  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i >= n) return;
  const int first = first_element(distinct);
  Real sum = 0;
  for (int k = 0; k < steps; ++k) sum += table[first + k];
  sums[i] = sum;
}

template <typename Real>
void from_shared(const Table<Real>&, Real* sums, std::size_t n, int distinct) {
  from_shared_kernel<<<blocks_for(n, block_size), block_size>>>(sums, n, distinct);
  check(cudaGetLastError());
}

// ---- Rung 5. Same as rung 2, except that the table is in global memory: after the first access it comes from L1.
__device__ double global_table[lanes + steps];

template <typename Real>
void set_global(const Table<Real>& table) {
  check(cudaMemcpyToSymbolAsync(global_table, &table, sizeof table, 0, cudaMemcpyHostToDevice));
}

template <typename Real>
__global__ void from_global_kernel(Real* sums, std::size_t n, int distinct) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i >= n) return;
  const Real* table = reinterpret_cast<const Real*>(global_table) + first_element(distinct);
  Real sum = 0;
  for (int k = 0; k < steps; ++k) sum += table[k];
  sums[i] = sum;
}

template <typename Real>
void from_global(const Table<Real>&, Real* sums, std::size_t n, int distinct) {
  from_global_kernel<<<blocks_for(n, block_size), block_size>>>(sums, n, distinct);
  check(cudaGetLastError());
}

}  // namespace

template <typename Real>
std::span<const Rung<Real>> ladder() {
  static constexpr Rung<Real> rungs[] = {
      {"as_operand", 1, set_constant<Real>, as_operand<Real>},
      {"from_constant", lanes, set_constant<Real>, from_constant<Real>},
      {"from_parameter", lanes, set_nothing<Real>, from_parameter<Real>},
      {"from_shared", lanes, set_constant<Real>, from_shared<Real>},
      {"from_global", lanes, set_global<Real>, from_global<Real>},
  };
  return rungs;
}
template std::span<const Rung<float>> ladder();
template std::span<const Rung<double>> ladder();

}  // namespace broadcast
