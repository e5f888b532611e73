// Cooperative groups: ranks, shuffles, partitions, reductions and scans, and grids that meet.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <gtest/gtest.h>

namespace cg = cooperative_groups;

namespace {

template <class T>
T* managed(size_t n) {
  T* p = nullptr;
  EXPECT_EQ(cudaMallocManaged(&p, n * sizeof(T)), cudaSuccess);
  for (size_t i = 0; i < n; ++i) p[i] = T{};
  return p;
}

template <unsigned size>
__global__ void tiles(int* out) {
  const cg::thread_block block = cg::this_thread_block();
  const auto tile = cg::tiled_partition<size>(block);
  const int t = block.thread_rank();
  int sum = t;
  for (unsigned offset = tile.size() / 2; offset > 0; offset /= 2) sum += tile.shfl_down(sum, offset);
  sum = tile.shfl(sum, 0);
  const bool right = tile.thread_rank() == t % size && tile.meta_group_rank() == t / size &&
                     tile.meta_group_size() == (block.size() + size - 1) / size &&
                     tile.ballot(tile.thread_rank() == 0) == 1 && tile.any(t % size == 0) &&
                     !tile.all(t % size == 1 && size > 1) && tile.shfl_xor(t, 1) == (size > 1 ? t ^ 1 : t) &&
                     tile.shfl_up(t, 1) == (t % size ? t - 1 : t);
  tile.sync();
  out[t] = right ? sum : -1;
}

template <unsigned size>
void check_tiles() {
  int* out = managed<int>(128);
  tiles<size><<<1, 128>>>(out);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (int t = 0; t < 128; ++t) {
    const int begin = t / size * size, n = size;
    EXPECT_EQ(out[t], n * begin + n * (n - 1) / 2) << size << ", " << t;
  }
  cudaFree(out);
}

TEST(Tiles, OfEverySize) {
  check_tiles<1>();
  check_tiles<2>();
  check_tiles<4>();
  check_tiles<8>();
  check_tiles<16>();
  check_tiles<32>();
}

// A function for any group, as the programming guide writes it.
__device__ int sum_of(const cg::thread_group& group, int* scratch, int value) {
  const int lane = group.thread_rank();
  for (int half = group.size() / 2; half > 0; half /= 2) {
    scratch[lane] = value;
    group.sync();
    if (lane < half) value += scratch[lane + half];
    group.sync();
  }
  return value;
}
__global__ void any_group(int* out) {
  __shared__ int scratch[128];
  const auto block = cg::this_thread_block();
  const int whole = sum_of(block, scratch, 1);
  const cg::thread_group dynamic = cg::tiled_partition(block, 8);
  const int eight = sum_of(dynamic, scratch + threadIdx.x / 8 * 8, 1);
  const auto wide = cg::tiled_partition<64>(block);
  const int sixty_four = sum_of(wide, scratch + threadIdx.x / 64 * 64, 1);
  if (threadIdx.x % 64 == 0) out[threadIdx.x / 64] = whole + 1000 * eight + 10000 * sixty_four;
}

TEST(Groups, OneFunctionForAll) {
  int* out = managed<int>(2);
  any_group<<<1, 128>>>(out);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(out[0], 128 + 8000 + 640000);
  EXPECT_EQ(out[1] / 1000, 648);
  cudaFree(out);
}

struct Pair {
  double value;
  long long index;
};
struct LargerPair {
  __device__ Pair operator()(Pair a, Pair b) const { return a.value < b.value ? b : a; }
};

__global__ void reductions(int* out, double* best) {
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const int t = warp.thread_rank();
  const int values[] = {cg::reduce(warp, t, cg::plus<int>()),
                        cg::reduce(warp, t + 7, cg::less<int>()),
                        cg::reduce(warp, t, cg::greater<int>()),
                        cg::reduce(warp, t | 64, cg::bit_and<int>()),
                        cg::reduce(warp, t, [](int a, int b) { return a > b ? a : b; }),
                        cg::inclusive_scan(warp, t, cg::plus<int>()),
                        cg::exclusive_scan(warp, t, cg::plus<int>()),
                        cg::inclusive_scan(warp, t * 7 % 32, cg::greater<int>()),
                        cg::exclusive_scan(warp, 1)};
  for (int i = 0; i < 9; ++i) out[t * 9 + i] = values[i];
  const Pair largest = cg::reduce(warp, Pair{static_cast<double>(t * 13 % 32), t}, LargerPair());
  best[t] = largest.value * 100 + static_cast<double>(largest.index);
}

TEST(Groups, ReduceAndScan) {
  int* out = managed<int>(32 * 9);
  double* best = managed<double>(32);
  reductions<<<1, 32>>>(out, best);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  int largest = 0;
  for (int t = 0; t < 32; ++t) {
    largest = std::max(largest, t * 7 % 32);
    const int expected[] = {496, 7, 31, 64, 31, t * (t + 1) / 2, t * (t - 1) / 2, largest, t};
    for (int i = 0; i < 9; ++i) EXPECT_EQ(out[t * 9 + i], expected[i]) << i << ", " << t;
    EXPECT_EQ(best[t], 31 * 100 + 31 * 5 % 32);  // 13 * 27 % 32 == 31
  }
  cudaFree(out);
  cudaFree(best);
}

__global__ void partitions(int* out) {
  const int t = threadIdx.x;
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const cg::coalesced_group same = cg::labeled_partition(warp, t % 3);
  const cg::coalesced_group half = cg::binary_partition(warp, t < 10);
  int* const mine = out + t * 8;
  mine[0] = same.size();
  mine[1] = same.thread_rank();
  mine[2] = same.meta_group_size() * 10 + same.meta_group_rank();
  mine[3] = cg::reduce(same, t, cg::plus<int>());
  mine[4] = half.size();
  mine[5] = half.shfl(t, 1);
  if (t % 4 == 1) {
    const cg::coalesced_group active = cg::coalesced_threads();
    mine[6] = active.size() * 100 + active.thread_rank();
    mine[7] = active.shfl_down(t, 1) + 100 * cg::tiled_partition(active, 4).shfl(t, 0);
  }
}

TEST(Groups, Partitions) {
  int* out = managed<int>(32 * 8);
  partitions<<<1, 32>>>(out);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (int t = 0; t < 32; ++t) {
    const int* mine = out + t * 8;
    int sum = 0, count = 0;
    for (int k = t % 3; k < 32; k += 3) sum += k, ++count;
    EXPECT_EQ(mine[0], count);
    EXPECT_EQ(mine[1], t / 3);
    EXPECT_EQ(mine[2], 30 + t % 3);
    EXPECT_EQ(mine[3], sum);
    EXPECT_EQ(mine[4], t < 10 ? 10 : 22);
    EXPECT_EQ(mine[5], t < 10 ? 1 : 11);
    if (t % 4 == 1) {
      EXPECT_EQ(mine[6], 800 + t / 4);
      EXPECT_EQ(mine[7], (t == 29 ? t : t + 4) + 100 * (t < 16 ? 1 : 17));
    }
  }
  cudaFree(out);
}

__global__ void copy_in(const int* in, int* out, int n) {
  __shared__ int tile[256];
  const auto block = cg::this_thread_block();
  cg::memcpy_async(block, tile, in, sizeof(int) * n);
  cg::wait(block);
  for (int i = block.thread_rank(); i < n; i += block.size()) out[i] = tile[n - 1 - i];
  int called = 0;
  cg::invoke_one(block, [&] { called = 1; });
  if (called != (threadIdx.x == 0)) out[0] = -1;
}

TEST(Groups, CopyTogether) {
  int *in = managed<int>(256), *out = managed<int>(256);
  for (int i = 0; i < 256; ++i) in[i] = i * i;
  copy_in<<<1, 64>>>(in, out, 250);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (int i = 0; i < 250; ++i) EXPECT_EQ(out[i], in[249 - i]);
  cudaFree(in);
  cudaFree(out);
}

// Every block adds what all blocks wrote in the round before.
__global__ void rounds(int* values, int* sums, int count) {
  const auto grid = cg::this_grid();
  __shared__ int kept;
  if (threadIdx.x == 0) kept = 1000 * blockIdx.x;  // shared memory exists as long as the block
  for (int round = 0; round < count; ++round) {
    if (threadIdx.x == 0) values[blockIdx.x] = round + blockIdx.x;
    grid.sync();
    int sum = 0;
    for (unsigned b = 0; b < gridDim.x; ++b) sum += values[b];
    if (threadIdx.x == 0) sums[blockIdx.x] += sum;
    grid.sync();
  }
  if (threadIdx.x == 0) sums[blockIdx.x] += kept;
  if (grid.thread_rank() == grid.size() - 1) values[0] = grid.num_blocks();
}

TEST(Grids, MeetInACooperativeLaunch) {
  constexpr int blocks = 24, count = 20;
  int *values = managed<int>(blocks), *sums = managed<int>(blocks), n = count;
  void* arguments[] = {&values, &sums, &n};
  ASSERT_EQ(cudaLaunchCooperativeKernel((void*)rounds, dim3(blocks), dim3(64), arguments), cudaSuccess);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  int expected = 0;
  for (int round = 0; round < count; ++round) expected += blocks * round + blocks * (blocks - 1) / 2;
  for (int b = 0; b < blocks; ++b) EXPECT_EQ(sums[b], expected + 1000 * b);
  EXPECT_EQ(values[0], blocks);
  cudaFree(values);
  cudaFree(sums);
}

TEST(Grids, TooLargeForACooperativeLaunch) {
  int *values = nullptr, *sums = nullptr, n = 1;
  void* arguments[] = {&values, &sums, &n};
  EXPECT_EQ(cudaLaunchCooperativeKernel(rounds, dim3(1 << 20), dim3(64), arguments),
            cudaErrorCooperativeLaunchTooLarge);
  EXPECT_EQ(cudaGetLastError(), cudaErrorCooperativeLaunchTooLarge);
}

}  // namespace
