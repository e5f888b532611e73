// Which element is mine? The index formulas in one, two and three dimensions.
//
// A launch has blocks in a grid and threads in a block, each with up to three coordinates: x varies fastest, then y,
// then z. Memory is linear. Each kernel turns coordinates into an index in memory.
#include "ch02_threads/thread_index/thread_index.h"

#include "common/check.h"

namespace thread_index {
namespace {

// The hardware divides a block into warps of 32 threads in the order of this number, whatever the block's shape.
__device__ int thread_number() {
  return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}

__device__ int block_number() {
  return (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
}

__device__ Place place(int index) {
  const int thread = thread_number();
  return {.block_x = static_cast<int>(blockIdx.x),
          .block_y = static_cast<int>(blockIdx.y),
          .block_z = static_cast<int>(blockIdx.z),
          .thread_x = static_cast<int>(threadIdx.x),
          .thread_y = static_cast<int>(threadIdx.y),
          .thread_z = static_cast<int>(threadIdx.z),
          .block = block_number(),
          .thread = thread,
          .warp = thread / warpSize,
          .lane = thread % warpSize,
          .index = index};
}

// ---- One dimension: the number of threads in the blocks before this one, plus the thread's place in its block.
__global__ void places_1d_kernel(Place* places) {
  const int index = blockIdx.x * blockDim.x + threadIdx.x;

  places[index] = place(index);
}

void places_1d(Place* places, dim3 grid, dim3 block) {
  places_1d_kernel<<<grid, block>>>(places);
  check(cudaGetLastError());
}

// ---- Two dimensions: the same formula gives a column and a row. A row holds all threads along x, including those of
// other blocks, so the elements of one block are not contiguous in memory.
__global__ void places_2d_kernel(Place* places) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int width = gridDim.x * blockDim.x;
  const int index = row * width + column;

  places[index] = place(index);
}

void places_2d(Place* places, dim3 grid, dim3 block) {
  places_2d_kernel<<<grid, block>>>(places);
  check(cudaGetLastError());
}

// ---- Three dimensions: one more coordinate, one more factor.
__global__ void places_3d_kernel(Place* places) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int layer = blockIdx.z * blockDim.z + threadIdx.z;
  const int width = gridDim.x * blockDim.x;
  const int height = gridDim.y * blockDim.y;
  const int index = (layer * height + row) * width + column;

  places[index] = place(index);
}

void places_3d(Place* places, dim3 grid, dim3 block) {
  places_3d_kernel<<<grid, block>>>(places);
  check(cudaGetLastError());
}

// ---- The limits of a launch.
__global__ void empty_kernel() {}

}  // namespace

cudaError_t try_launch(dim3 grid, dim3 block) {
  empty_kernel<<<grid, block>>>();
  const cudaError_t launched = cudaGetLastError();  // reads the error and clears it
  return launched == cudaSuccess ? cudaDeviceSynchronize() : launched;
}

std::vector<Limit> launch_limits() {
  int device = 0;
  cudaDeviceProp p;
  check(cudaGetDevice(&device));
  check(cudaGetDeviceProperties(&p, device));
  const auto u = [](int limit) { return static_cast<unsigned>(limit); };
  const unsigned threads = u(p.maxThreadsPerBlock), x = u(p.maxThreadsDim[0]), y = u(p.maxThreadsDim[1]);
  const unsigned z = u(p.maxThreadsDim[2]), gx = u(p.maxGridSize[0]), gy = u(p.maxGridSize[1]);
  const unsigned gz = u(p.maxGridSize[2]);

  return {
      {"threads in a block", threads, 1, dim3(threads / 2, 2), 1, dim3(threads / 2 + 1, 2)},
      {"threads along x", x, 1, dim3(x), 1, dim3(x + 1)},
      {"threads along y", y, 1, dim3(1, y), 1, dim3(1, y + 1)},
      {"threads along z", z, 1, dim3(1, 1, z), 1, dim3(1, 1, z + 1)},
      {"blocks along x", gx, dim3(1 << 16), 1, dim3(gx + 1), 1},  // a grid of the largest size would run for seconds
      {"blocks along y", gy, dim3(1, gy), 1, dim3(1, gy + 1), 1},
      {"blocks along z", gz, dim3(1, 1, gz), 1, dim3(1, 1, gz + 1), 1},
  };
}

std::span<const Rung> ladder() {
  static constexpr Rung rungs[] = {
      {"1d", 1, places_1d},
      {"2d", 2, places_2d},
      {"3d", 3, places_3d},
  };
  return rungs;
}

}  // namespace thread_index
