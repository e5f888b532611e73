#include "common/ptx_hopper.h"

#include <cuda_bf16.h>
#include <cuda_fp8.h>
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "common/check.h"
#include "common/owners.h"
#include "common/tensor_maps.h"
#include "common/testing.h"
#include "common/values.h"

namespace {

using bf16 = __nv_bfloat16;
constexpr Needs clusters = {90}, wgmma = {.compute_capability = 90, .exactly = true};

std::vector<bf16> whole_numbers(std::size_t n, unsigned seed) {
  std::vector<bf16> x;
  for (const float value : random_integers<float>(n, -3, 3, seed)) x.push_back(__float2bfloat16(value));
  return x;
}
std::vector<float> wide(const std::vector<bf16>& x) {
  return {x.begin(), x.end()};
}
CUtensorMap map_of(const void* data, std::size_t rows, std::size_t cols, int tile_rows) {
  return tensor_map({data, 1, rows, cols, tile_rows, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2});
}

// ---- c (64 x 64) = a (64 x 64) b, one tile of each. a's columns and b's rows beyond `inner` arrive as 0.
template <int b_by_rows>
__global__ void __launch_bounds__(128)
    product_kernel(const __grid_constant__ CUtensorMap a, const __grid_constant__ CUtensorMap b, float* c) {
  __shared__ __align__(1024) char tiles[2][64 * 128];
  __shared__ ArrivalBarrier arrived;
  if (threadIdx.x == 0) {
    barrier_init(&arrived, 1);
    barrier_arrive(&arrived, 2 * 64 * 128);
    tile_load(tiles[0], a, &arrived, 0, 0);
    tile_load(tiles[1], b, &arrived, 0, 0);
  }
  __syncthreads();
  barrier_wait(&arrived, 0);
  float sums[32];
  products_begin();
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    multiply_64x64_bf16<b_by_rows>(
        sums, matrix_descriptor(shared_address(tiles[0]) + k * 32, 0, 1024),
        matrix_descriptor(shared_address(tiles[1]) + k * (b_by_rows ? 16 * 128 : 32), 0, 1024), k > 0);
  }
  products_commit();
  products_wait<0>();
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
#pragma unroll
  for (int i = 0; i < 32; ++i)
    c[(warp * 16 + lane / 4 + i / 2 % 2 * 8) * 64 + i / 4 * 8 + lane % 4 * 2 + i % 2] = sums[i];
}

template <int b_by_rows>
void expect_product(std::size_t rows, std::size_t inner, std::size_t cols) {
  const std::vector<bf16> a = whole_numbers(rows * inner, test_seed());
  const std::vector<bf16> b = whole_numbers(inner * cols, test_seed() + 1);
  const Guarded<bf16> d_a(a), d_b(b);
  Guarded<float> d_c = poisoned<float>(64 * 64);
  product_kernel<b_by_rows>
      <<<1, 128>>>(map_of(d_a.data(), rows, inner, 64),
                   b_by_rows ? map_of(d_b.data(), inner, cols, 64) : map_of(d_b.data(), cols, inner, 64), d_c.data());
  check(cudaGetLastError());
  std::vector<float> expected(64 * 64);
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t col = 0; col < cols; ++col)
      for (std::size_t k = 0; k < inner; ++k)
        expected[row * 64 + col] += static_cast<float>(a[row * inner + k]) *
                                    static_cast<float>(b_by_rows ? b[k * cols + col] : b[col * inner + k]);
  EXPECT_EQ(d_c.to_host(), expected);
}

TEST(Wgmma, MultipliesTilesOfMatricesThatAreSmallerToo) {
  if (const std::string reason = lacking(wgmma); !reason.empty()) GTEST_SKIP() << reason;
  for (const std::size_t inner : {64, 40, 8}) {
    expect_product<1>(64, inner, 64);
    expect_product<0>(64, inner, 64);
    expect_product<1>(50, inner, 24);
    expect_product<0>(50, inner, 24);
  }
}

// ---- Sums of e4m3, of 64 rows and 8 columns: the smallest product.
__global__ void __launch_bounds__(128) e4m3_kernel(const uint4* a, const uint4* b, float* c) {
  __shared__ __align__(1024) uint4 tiles[64 + 8][8];
  for (int i = threadIdx.x; i < 72 * 8; i += 128) tiles[i / 8][i % 8 ^ i / 8 % 8] = i < 64 * 8 ? a[i] : b[i - 64 * 8];
  fence_before_bulk_copy();
  __syncthreads();
  float sums[4];
  products_begin();
#pragma unroll
  for (int k = 0; k < 4; ++k)
    multiply_64x8_e4m3(sums, matrix_descriptor(shared_address(tiles) + k * 32, 0, 1024),
                       matrix_descriptor(shared_address(tiles[64]) + k * 32, 0, 1024), k > 0);
  products_commit();
  products_wait<0>();
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
#pragma unroll
  for (int i = 0; i < 4; ++i) c[(warp * 16 + lane / 4 + i / 2 * 8) * 8 + lane % 4 * 2 + i % 2] = sums[i];
}

TEST(Wgmma, MultipliesE4m3) {
  if (const std::string reason = lacking(wgmma); !reason.empty()) GTEST_SKIP() << reason;
  const std::vector<float> a = random_integers<float>(64 * 128, -3, 3, test_seed());
  const std::vector<float> b = random_integers<float>(8 * 128, -3, 3, test_seed() + 1);
  const std::vector<__nv_fp8_e4m3> narrow_a(a.begin(), a.end()), narrow_b(b.begin(), b.end());
  const Guarded<__nv_fp8_e4m3> d_a(narrow_a), d_b(narrow_b);
  Guarded<float> d_c = poisoned<float>(64 * 8);
  e4m3_kernel<<<1, 128>>>(reinterpret_cast<const uint4*>(d_a.data()), reinterpret_cast<const uint4*>(d_b.data()),
                          d_c.data());
  check(cudaGetLastError());
  std::vector<float> expected(64 * 8);
  for (int i = 0; i < 64 * 8; ++i)
    for (int k = 0; k < 128; ++k) expected[i] += a[i / 8 * 128 + k] * b[i % 8 * 128 + k];
  EXPECT_EQ(d_c.to_host(), expected);
}

// ---- Each block of a cluster of two loads half a tile for both, and stores the whole to rows of its own. The first
// block waits for an arrival of the second before it ends.
__global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(64)
    share_kernel(const __grid_constant__ CUtensorMap from, const __grid_constant__ CUtensorMap to, int rows) {
  __shared__ __align__(1024) char tile[16 * 128];
  __shared__ ArrivalBarrier arrived, others_done;
  const int rank = static_cast<int>(cluster_rank());
  if (threadIdx.x == 0) {
    barrier_init(&arrived, 1);
    barrier_init(&others_done, 64);
    barrier_arrive(&arrived, sizeof tile);
  }
  cluster_arrive();
  cluster_wait();  // both blocks are there, and so are their barriers
  if (threadIdx.x == 0) tile_load_for(3, tile + rank * 8 * 128, from, &arrived, 0, rank * 8);
  barrier_wait(&arrived, 0);
  if (threadIdx.x == 0) {
    tile_store(to, tile, 0, rank * rows);
    tile_store(to, tile + 8 * 128, 0, rank * rows + 8);
    tile_stores_wait_read<0>();
    tile_stores_wait();
  }
  named_sync(1, 64);
  if (rank == 1) barrier_arrive_at(&others_done, 0);
  if (rank == 0) barrier_wait(&others_done, 0);
  cluster_arrive();
  cluster_wait();
}

TEST(Tiles, AreSharedByACluster) {
  if (const std::string reason = lacking(clusters); !reason.empty()) GTEST_SKIP() << reason;
  constexpr std::size_t rows = 16, cols = 40;
  const std::vector<bf16> x = whole_numbers(rows * cols, test_seed());
  const Guarded<bf16> d_x(x);
  Guarded<bf16> d_y = poisoned<bf16>(2 * rows * cols);
  share_kernel<<<2, 64>>>(map_of(d_x.data(), rows, cols, 8), map_of(d_y.data(), 2 * rows, cols, 8), rows);
  check(cudaGetLastError());
  std::vector<bf16> expected = x;
  expected.insert(expected.end(), x.begin(), x.end());
  EXPECT_EQ(wide(d_y.to_host()), wide(expected));
}

// ---- Maps.
TEST(TensorMaps, AreKeptAndComparedByAllOfTheirTiles) {
  if (const std::string reason = lacking(clusters); !reason.empty()) GTEST_SKIP() << reason;
  const Guarded<bf16> d_x(std::vector<bf16>(64 * 64));
  const auto same = [](const CUtensorMap& a, const CUtensorMap& b) { return std::memcmp(&a, &b, sizeof a) == 0; };
  const CUtensorMap first = map_of(d_x.data(), 64, 64, 8);
  for (std::size_t rows = 1; rows <= 100; ++rows) EXPECT_FALSE(same(first, map_of(d_x.data(), rows, 32, 8)));
  EXPECT_TRUE(same(first, map_of(d_x.data(), 64, 64, 8)));
  EXPECT_FALSE(same(first, map_of(d_x.data(), 64, 64, 16)));
  EXPECT_THROW(map_of(d_x.data(), 64, 33, 8), std::runtime_error);
  EXPECT_TRUE(tiles_fit(8, 2));
  EXPECT_FALSE(tiles_fit(33, 2));
  EXPECT_FALSE(tiles_fit(0, 2));
}

}  // namespace
