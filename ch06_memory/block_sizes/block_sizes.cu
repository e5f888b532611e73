// One kernel, launched with blocks of 32 to 1024 threads. A multiprocessor has room for a limited number of threads and
// of blocks. With small blocks the limit of blocks is reached first; large ones may leave room for threads unused.
#include "ch06_memory/block_sizes/block_sizes.h"

#include "common/check.h"

namespace block_sizes {
namespace {

template <typename Real>
__global__ void add_kernel(const Real* x, const Real* y, Real* z, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) z[i] = x[i] + y[i];
}

int limit(cudaDeviceAttr what) {
  int device = 0, value = 0;
  check(cudaGetDevice(&device));
  check(cudaDeviceGetAttribute(&value, what, device));
  return value;
}

}  // namespace

template <typename Real>
void add(const Real* x, const Real* y, Real* z, std::size_t n, int threads) {
  add_kernel<<<blocks_for(n, threads), threads>>>(x, y, z, n);
  check(cudaGetLastError());
}

// The runtime knows how many blocks fit, and says it without a launch.
template <typename Real>
Resident resident(int threads) {
  int blocks = 0;
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, add_kernel<Real>, threads, 0));

  const int warps = (threads + warp_size - 1) / warp_size;  // a warp that is not full takes the room of a full one
  const int most_warps = limit(cudaDevAttrMaxThreadsPerMultiProcessor) / warp_size;
  const char* ends_first = "registers";
  if (blocks == most_warps / warps) ends_first = "threads";
  if (blocks == limit(cudaDevAttrMaxBlocksPerMultiprocessor) && blocks < most_warps / warps) ends_first = "blocks";
  return {blocks, ends_first, double(blocks) * warps / most_warps, double(threads) / (warps * warp_size)};
}

template void add(const float*, const float*, float*, std::size_t, int);
template void add(const double*, const double*, double*, std::size_t, int);
template Resident resident<float>(int threads);
template Resident resident<double>(int threads);

}  // namespace block_sizes
