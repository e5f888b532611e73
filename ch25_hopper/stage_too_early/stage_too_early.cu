// Wrong on purpose: a stage that is overwritten while the copy engine still reads it.
//
// A warp writes one tile after the other into the same place in shared memory, and asks the copy engine to store each.
// The request returns at once, and the engine reads the tile later. The kernels differ in one wait. The microscope
// names the write and the store; on a GPU the result may look right.
#include <cstddef>
#include <cstdio>
#include <vector>

#include "common/check.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/ptx_hopper.h"
#include "common/tensor_maps.h"
#include "common/values.h"

constexpr int rows = 8, cols = 32, tiles = 64;  // a tile is 8 rows of 128 bytes

// All elements of a tile are its number, so their order in the swizzle does not matter.
__global__ void __launch_bounds__(32) number_kernel(const __grid_constant__ CUtensorMap to) {
  __shared__ __align__(1024) float stage[rows * cols];
  for (int tile = 0; tile < tiles; ++tile) {
    if (threadIdx.x == 0) tile_stores_wait_read<0>();  // the tile before has been read
    __syncwarp();
    for (int i = threadIdx.x; i < rows * cols; i += 32) stage[i] = tile;
    fence_before_bulk_copy();
    __syncwarp();
    if (threadIdx.x == 0) tile_store(to, stage, 0, tile * rows);
  }
  if (threadIdx.x == 0) tile_stores_wait();
}

// Same, except that nobody waits until the tile before has been read.
__global__ void __launch_bounds__(32) number_too_early_kernel(const __grid_constant__ CUtensorMap to) {
  __shared__ __align__(1024) float stage[rows * cols];
  for (int tile = 0; tile < tiles; ++tile) {
    for (int i = threadIdx.x; i < rows * cols; i += 32) stage[i] = tile;
    fence_before_bulk_copy();
    __syncwarp();
    if (threadIdx.x == 0) tile_store(to, stage, 0, tile * rows);
  }
  if (threadIdx.x == 0) tile_stores_wait();
}

static std::size_t wrong_numbers(void (*kernel)(CUtensorMap)) {
  std::vector<float> expected(std::size_t{tiles} * rows * cols);
  for (std::size_t i = 0; i < expected.size(); ++i) expected[i] = static_cast<float>(i / (rows * cols));
  DeviceBuffer<float> d_numbers(expected.size());
  kernel<<<1, 32>>>(tensor_map(
      {d_numbers.data(), 1, std::size_t{tiles} * rows, cols, rows, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, sizeof(float)}));
  check(cudaGetLastError());
  return static_cast<std::size_t>(mismatches(d_numbers.to_host(), expected));
}

int main(int argc, char** argv) {
  Lesson lesson("stage_too_early", "Wrong on purpose: a tile is overwritten while the copy engine stores it.",
                Options::shown);
  return lesson.main(argc, argv, [&] {
    if (const std::string reason = lacking({90}); !reason.empty()) throw Unsupported(reason);
    const std::size_t with = wrong_numbers(number_kernel), without = wrong_numbers(number_too_early_kernel);
    std::printf("wrong numbers with the wait: %zu\nwrong numbers without the wait: %zu\n", with, without);
    lesson.expect(with == 0, "the kernel with the wait is wrong");
  });
}
