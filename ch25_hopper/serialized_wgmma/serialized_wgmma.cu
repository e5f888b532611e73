// Slow on purpose: products that run one after the other, because of one loop that is not unrolled.
//
// The sums of wgmma must be in registers, and registers have no index. In the second kernel the loop that stores them
// keeps its counter, so the compiler puts the sums into local memory, loads them before each product and stores them
// after it. The result is right. ptxas reports it with -Xptxas -v: "wgmma.mma_async instructions are serialized"
// (C7514), and the kernel's attributes have the bytes of local memory.
#include <cuda_bf16.h>

#include <cstddef>
#include <cstdio>
#include <vector>

#include "common/check.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/ptx_hopper.h"
#include "common/tensor_maps.h"
#include "common/values.h"

using bf16 = __nv_bfloat16;

constexpr int rows = 64, cols = 128, inner = 256, depth = 64, box_bytes = 64 * 128;
constexpr int halves = 2, sums_of_half = rows * cols / halves / 128;  // of a thread

// Starts the products of 64 columns of a and 64 rows of b, for each half of the columns.
__device__ __forceinline__ void start_products(const char (&tiles)[1 + halves][box_bytes],
                                               float (&sums)[halves][sums_of_half], bool adds) {
  products_begin();
#pragma unroll
  for (int k = 0; k < depth; k += 16) {
#pragma unroll
    for (int half = 0; half < halves; ++half)
      multiply_64x64_bf16<1>(sums[half], matrix_descriptor(shared_address(tiles[0]) + k * 2, 0, 1024),
                             matrix_descriptor(shared_address(tiles[1 + half]) + k * 128, box_bytes, 1024),
                             adds || k > 0);
  }
  products_commit();
}

__device__ inline void request(char (&tiles)[1 + halves][box_bytes], const CUtensorMap& a, const CUtensorMap& b,
                               ArrivalBarrier* arrived, int k) {
  barrier_arrive(arrived, sizeof tiles);
  tile_load(tiles[0], a, arrived, k, 0);
  for (int half = 0; half < halves; ++half) tile_load(tiles[1 + half], b, arrived, half * 64, k);
}

// Where sum i of this thread belongs in a half: as wgmma distributes them.
__device__ inline int place_of(int i) {
  const int lane = threadIdx.x % 32, row = threadIdx.x / 32 * 16 + lane / 4 + i / 2 % 2 * 8;
  return row * cols + i / 4 * 8 + lane % 4 * 2 + i % 2;
}

// c (64 x 128) = a (64 x 256) b, by one warpgroup.
__global__ void __launch_bounds__(128)
    unrolled_kernel(const __grid_constant__ CUtensorMap a, const __grid_constant__ CUtensorMap b, float* c) {
  __shared__ __align__(1024) char tiles[1 + halves][box_bytes];
  __shared__ ArrivalBarrier arrived;
  if (threadIdx.x == 0) barrier_init(&arrived, 1);
  __syncthreads();
  float sums[halves][sums_of_half];
  for (int turn = 0; turn < inner / depth; ++turn) {
    if (threadIdx.x == 0) request(tiles, a, b, &arrived, turn * depth);
    barrier_wait(&arrived, turn);
    start_products(tiles, sums, turn > 0);
    products_wait<0>();
    __syncthreads();
  }
#pragma unroll
  for (int half = 0; half < halves; ++half) {
#pragma unroll
    for (int i = 0; i < sums_of_half; ++i) c[half * 64 + place_of(i)] = sums[half][i];
  }
}

// Same, except that the loop over the halves is not unrolled.
__global__ void __launch_bounds__(128)
    not_unrolled_kernel(const __grid_constant__ CUtensorMap a, const __grid_constant__ CUtensorMap b, float* c) {
  __shared__ __align__(1024) char tiles[1 + halves][box_bytes];
  __shared__ ArrivalBarrier arrived;
  if (threadIdx.x == 0) barrier_init(&arrived, 1);
  __syncthreads();
  float sums[halves][sums_of_half];
  for (int turn = 0; turn < inner / depth; ++turn) {
    if (threadIdx.x == 0) request(tiles, a, b, &arrived, turn * depth);
    barrier_wait(&arrived, turn);
    start_products(tiles, sums, turn > 0);
    products_wait<0>();
    __syncthreads();
  }
#pragma unroll 1
  for (int half = 0; half < halves; ++half) {
#pragma unroll
    for (int i = 0; i < sums_of_half; ++i) c[half * 64 + place_of(i)] = sums[half][i];
  }
}

static void show(Lesson& lesson, const char* name, void (*kernel)(CUtensorMap, CUtensorMap, float*)) {
  const auto narrow = [](const std::vector<float>& x) { return std::vector<bf16>(x.begin(), x.end()); };
  const std::vector<float> a = random_integers<float>(rows * inner, -3, 3, 1);
  const std::vector<float> b = random_integers<float>(inner * cols, -3, 3, 2);
  const DeviceBuffer<bf16> d_a(narrow(a)), d_b(narrow(b));
  DeviceBuffer<float> d_c(rows * cols);
  d_c.fill_bytes(0xFF);
  const auto map = [](const bf16* x, std::size_t height, std::size_t width) {
    return tensor_map({x, 1, height, width, 64, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, sizeof(bf16)});
  };
  kernel<<<1, 128>>>(map(d_a.data(), rows, inner), map(d_b.data(), inner, cols), d_c.data());
  check(cudaGetLastError());

  std::vector<float> expected(rows * cols);
  for (int row = 0; row < rows; ++row)
    for (int k = 0; k < inner; ++k)
      for (int col = 0; col < cols; ++col) expected[row * cols + col] += a[row * inner + k] * b[k * cols + col];
  cudaFuncAttributes attributes = {};
  check(cudaFuncGetAttributes(&attributes, kernel));
  const double wrong = mismatches(d_c.to_host(), expected);
  std::printf("%s: %zu bytes of local memory per thread, %.0f wrong results\n", name, attributes.localSizeBytes, wrong);
  lesson.expect(wrong == 0, "a wrong product");
}

int main(int argc, char** argv) {
  Lesson lesson("serialized_wgmma", "Slow on purpose: a loop over sums that is not unrolled serialises the products.",
                Options::shown);
  return lesson.main(argc, argv, [&] {
    if (const std::string reason = lacking({.compute_capability = 90, .exactly = true}); !reason.empty())
      throw Unsupported(reason);
    show(lesson, "unrolled", unrolled_kernel);
    show(lesson, "not unrolled", not_unrolled_kernel);
  });
}
