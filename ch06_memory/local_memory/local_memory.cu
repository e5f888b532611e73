// Which arrays are placed in local memory, and how much time does that take?
//
// Registers have no addresses. An array can be kept in registers only if every index is known at compile time; an array
// that is indexed by a variable is placed in local memory, and so are values for which there are too few registers
// (spills). Local memory is device memory. It is cached, and its layout makes accesses coalesced, but it needs loads
// and stores.
#include "ch06_memory/local_memory/local_memory.h"

#include "common/check.h"

namespace local_memory {
namespace {

constexpr int block_size = 128;

template <typename Kernel>
Storage storage_of(Kernel* kernel) {
  cudaFuncAttributes needs{};
  check(cudaFuncGetAttributes(&needs, kernel));
  return {needs.numRegs, needs.localSizeBytes};
}

// ---- Rung 1. Insertion sort: the place of a value depends on the values, so the array needs addresses.
template <typename Real>
__global__ void sort_indexed_kernel(const Real* x, Real* y, std::size_t columns) {
  const std::size_t column = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (column >= columns) return;
  Real sorted[values];
  for (int k = 0; k < values; ++k) {
    const Real value = x[k * columns + column];
    int place = k;
    for (; place > 0 && sorted[place - 1] > value; --place) sorted[place] = sorted[place - 1];
    sorted[place] = value;
  }
  for (int k = 0; k < values; ++k) y[k * columns + column] = sorted[k];
}

template <typename Real>
void sort_indexed(const Real* x, Real* y, std::size_t columns) {
  sort_indexed_kernel<<<blocks_for(columns, block_size), block_size>>>(x, y, columns);
  check(cudaGetLastError());
}

// ---- Rung 2. Same, except that the array is in shared memory, which has addresses too and is on the chip. Each thread
// has a column of it, so that the threads of a warp access neighbouring words, with floats in 32 different banks.
template <typename Real>
__global__ void sort_shared_kernel(const Real* x, Real* y, std::size_t columns) {
  __shared__ Real sorted[values][block_size];  // no barrier: a thread accesses only its own column
  const int t = threadIdx.x;
  const std::size_t column = std::size_t{blockIdx.x} * block_size + t;
  if (column >= columns) return;
  for (int k = 0; k < values; ++k) {
    const Real value = x[k * columns + column];
    int place = k;
    for (; place > 0 && sorted[place - 1][t] > value; --place) sorted[place][t] = sorted[place - 1][t];
    sorted[place][t] = value;
  }
  for (int k = 0; k < values; ++k) y[k * columns + column] = sorted[k][t];
}

template <typename Real>
void sort_shared(const Real* x, Real* y, std::size_t columns) {
  sort_shared_kernel<<<blocks_for(columns, block_size), block_size>>>(x, y, columns);
  check(cudaGetLastError());
}

// A bitonic sorting network compares the same places for any data: in unrolled code, every index is a constant.
template <typename Real>
__device__ void sort_column(const Real* x, Real* y, std::size_t columns, std::size_t column) {
  Real sorted[values];
#pragma unroll
  for (int k = 0; k < values; ++k) sorted[k] = x[k * columns + column];
#pragma unroll
  for (int length = 2; length <= values; length *= 2) {
#pragma unroll
    for (int distance = length / 2; distance > 0; distance /= 2) {
#pragma unroll
      for (int k = 0; k < values; ++k) {
        const int other = k ^ distance;
        if (other < k) continue;
        const Real low = min(sorted[k], sorted[other]), high = max(sorted[k], sorted[other]);
        const bool upwards = (k & length) == 0;
        sorted[k] = upwards ? low : high;
        sorted[other] = upwards ? high : low;
      }
    }
  }
#pragma unroll
  for (int k = 0; k < values; ++k) y[k * columns + column] = sorted[k];
}

// ---- Rung 3. The network, except that a thread may have at most 32 registers, as two resident blocks of 1024 threads
// require. The 32 values and their addresses do not fit: some are spilled to local memory.
constexpr int large_block = 1024;

template <typename Real>
__global__ void __maxnreg__(32) sort_spilled_kernel(const Real* x, Real* y, std::size_t columns) {
  const std::size_t column = std::size_t{blockIdx.x} * large_block + threadIdx.x;
  if (column < columns) sort_column(x, y, columns, column);
}

template <typename Real>
void sort_spilled(const Real* x, Real* y, std::size_t columns) {
  sort_spilled_kernel<<<blocks_for(columns, large_block), large_block>>>(x, y, columns);
  check(cudaGetLastError());
}

// ---- Rung 4. The network without that limit: the compiler uses as many registers as it needs, and nothing is spilled.
template <typename Real>
__global__ void __launch_bounds__(block_size) sort_registers_kernel(const Real* x, Real* y, std::size_t columns) {
  const std::size_t column = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (column < columns) sort_column(x, y, columns, column);
}

template <typename Real>
void sort_registers(const Real* x, Real* y, std::size_t columns) {
  sort_registers_kernel<<<blocks_for(columns, block_size), block_size>>>(x, y, columns);
  check(cudaGetLastError());
}

// clang-format off
template <typename Real> Storage storage_indexed() { return storage_of(sort_indexed_kernel<Real>); }
template <typename Real> Storage storage_shared() { return storage_of(sort_shared_kernel<Real>); }
template <typename Real> Storage storage_spilled() { return storage_of(sort_spilled_kernel<Real>); }
template <typename Real> Storage storage_registers() { return storage_of(sort_registers_kernel<Real>); }
// clang-format on

}  // namespace

template <typename Real>
std::span<const Rung<Real>> ladder() {
  static constexpr Rung<Real> rungs[] = {
      {"sort_indexed", sort_indexed<Real>, storage_indexed<Real>},        // the array's indices depend on the data
      {"sort_shared", sort_shared<Real>, storage_shared<Real>},           // the same array in shared memory
      {"sort_spilled", sort_spilled<Real>, storage_spilled<Real>},        // fixed indices, too few registers
      {"sort_registers", sort_registers<Real>, storage_registers<Real>},  // fixed indices, as many registers as needed
  };
  return rungs;
}
template std::span<const Rung<float>> ladder();
template std::span<const Rung<double>> ladder();

}  // namespace local_memory
