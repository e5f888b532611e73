// Warp functions, on whole and partial warps, under masks, and after lanes have left.
#include <gtest/gtest.h>

#include <cstdint>

namespace {

template <class T>
T* managed(size_t n) {
  T* p = nullptr;
  EXPECT_EQ(cudaMallocManaged(&p, n * sizeof(T)), cudaSuccess);
  for (size_t i = 0; i < n; ++i) p[i] = T{};
  return p;
}

enum How { from, up, down, exclusive_or };

template <class T>
__global__ void shuffle(T* out, How how, int argument, int width) {
  const T mine = static_cast<T>(threadIdx.x + 1);
  T got{};
  if (how == from) got = __shfl_sync(0xffffffff, mine, argument, width);
  if (how == up) got = __shfl_up_sync(0xffffffff, mine, argument, width);
  if (how == down) got = __shfl_down_sync(0xffffffff, mine, argument, width);
  if (how == exclusive_or) got = __shfl_xor_sync(0xffffffff, mine, argument, width);
  out[threadIdx.x] = got;
}

// The PTX manual's rule for the source lane; of the argument five bits count.
int source_lane(How how, int lane, int argument, int width) {
  argument %= 32;
  const int begin = lane / width * width, end = begin + width;
  int source = lane;
  if (how == from) source = begin + (argument & (width - 1));
  if (how == up) source = lane - argument < begin ? lane : lane - argument;
  if (how == down) source = lane + argument >= end ? lane : lane + argument;
  if (how == exclusive_or) source = (lane ^ argument) >= end ? lane : lane ^ argument;
  return source;
}

template <class T>
void check_shuffles() {
  T* out = managed<T>(64);
  for (const How how : {from, up, down, exclusive_or}) {
    for (const int width : {1, 2, 4, 8, 16, 32}) {
      for (const int argument : {0, 1, 2, 3, 5, 8, 15, 16, 17, 31, 32, 33}) {
        shuffle<T><<<1, 64>>>(out, how, argument, width);
        ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
        for (int t = 0; t < 64; ++t) {
          const int expected = t / 32 * 32 + source_lane(how, t % 32, argument, width) + 1;
          ASSERT_EQ(out[t], static_cast<T>(expected))
              << how << " by " << argument << " in " << width << ", thread " << t;
        }
      }
    }
  }
  cudaFree(out);
}

TEST(Shuffles, EveryTypeAndWidth) {
  check_shuffles<char>();
  check_shuffles<unsigned char>();
  check_shuffles<short>();
  check_shuffles<int>();
  check_shuffles<unsigned>();
  check_shuffles<long>();
  check_shuffles<long long>();
  check_shuffles<unsigned long long>();
  check_shuffles<float>();
  check_shuffles<double>();
}

__global__ void sum_partial(int* out) {
  int sum = threadIdx.x + 1;
  const unsigned mask = __ballot_sync(0xffffffff, 1);
  for (int offset = 16; offset > 0; offset /= 2) {
    const int other = __shfl_down_sync(mask, sum, offset);
    if (threadIdx.x + offset < blockDim.x) sum += other;
  }
  if (threadIdx.x == 0) {
    out[0] = sum;
    out[1] = static_cast<int>(mask);
  }
}

TEST(Warps, MayBePartial) {
  int* out = managed<int>(2);
  for (int n = 1; n <= 32; ++n) {
    sum_partial<<<1, n>>>(out);
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    EXPECT_EQ(out[0], n * (n + 1) / 2);
    EXPECT_EQ(static_cast<unsigned>(out[1]), n == 32 ? ~0u : (1u << n) - 1);
  }
  cudaFree(out);
}

__global__ void votes(unsigned* out) {
  const unsigned t = threadIdx.x;
  out[t * 8 + 0] = __ballot_sync(~0u, t % 3 == 0);
  out[t * 8 + 1] = static_cast<unsigned>(__any_sync(~0u, t == 5));
  out[t * 8 + 2] = static_cast<unsigned>(__all_sync(~0u, t < 32));
  out[t * 8 + 3] = static_cast<unsigned>(__all_sync(~0u, t < 31));
  out[t * 8 + 4] = __match_any_sync(~0u, t % 4);
  int all = -1;
  out[t * 8 + 5] = __match_all_sync(~0u, 1.5, &all) + (all == 1);
  out[t * 8 + 6] = __match_all_sync(~0u, t / 31, &all) + (all == 1);
  out[t * 8 + 7] = __activemask();
}

TEST(Warps, Votes) {
  unsigned* out = managed<unsigned>(32 * 8);
  votes<<<1, 32>>>(out);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (unsigned t = 0; t < 32; ++t) {
    EXPECT_EQ(out[t * 8 + 0], 0x49249249u);
    EXPECT_EQ(out[t * 8 + 1], 1u);
    EXPECT_EQ(out[t * 8 + 2], 1u);
    EXPECT_EQ(out[t * 8 + 3], 0u);
    EXPECT_EQ(out[t * 8 + 4], 0x11111111u << (t % 4));
    EXPECT_EQ(out[t * 8 + 5], 0u);  // all bits and one more
    EXPECT_EQ(out[t * 8 + 6], 0u);
    EXPECT_EQ(out[t * 8 + 7], ~0u);
  }
  cudaFree(out);
}

__global__ void reductions(unsigned* out) {
  const unsigned t = threadIdx.x;
  const int s = static_cast<int>(t) - 10;
  const unsigned values[] = {__reduce_add_sync(~0u, t),
                             __reduce_min_sync(~0u, t + 3),
                             __reduce_max_sync(~0u, t),
                             __reduce_and_sync(~0u, t | 0x100),
                             __reduce_or_sync(~0u, 1u << t),
                             __reduce_xor_sync(~0u, t),
                             static_cast<unsigned>(__reduce_add_sync(~0u, s)),
                             static_cast<unsigned>(__reduce_min_sync(~0u, s)),
                             static_cast<unsigned>(__reduce_max_sync(~0u, s))};
  for (unsigned i = 0; i < 9; ++i) out[t * 9 + i] = values[i];
}

TEST(Warps, Reductions) {
  unsigned* out = managed<unsigned>(32 * 9);
  reductions<<<1, 32>>>(out);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const unsigned expected[] = {496, 3, 31, 0x100, ~0u, 0, 496 - 320, static_cast<unsigned>(-10), 21};
  for (unsigned t = 0; t < 32; ++t) {
    for (unsigned i = 0; i < 9; ++i) EXPECT_EQ(out[t * 9 + i], expected[i]) << i;
  }
  cudaFree(out);
}

// Two halves of a warp take two branches and exchange values; every third lane has returned before.
__global__ void masks(int* out) {
  const int t = threadIdx.x;
  if (t % 3 == 2) return;
  if (t < 16) {
    out[t] = __shfl_sync(0x0000ffff, t, 3) + 100 * __popc(__ballot_sync(0x0000ffff, 1));
  } else {
    int sum = t;
    for (int i = 0; i < 3; ++i) sum = __reduce_add_sync(0xffff0000, sum) % 1000;
    out[t] = sum;
  }
  __syncwarp();
  out[32 + t] = __popc(__ballot_sync(~0u, t < 16));
}

TEST(Warps, MasksAndLanesThatLeft) {
  int* out = managed<int>(64);
  masks<<<1, 32>>>(out);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  int count = 0, low = 0, sum = 0;
  for (int t = 16; t < 32; ++t) {
    if (t % 3 != 2) ++count, sum += t;
  }
  for (int t = 0; t < 16; ++t) low += t % 3 != 2;
  int high = sum % 1000;
  for (int i = 1; i < 3; ++i) high = high * count % 1000;
  for (int t = 0; t < 32; ++t) {
    if (t % 3 == 2) continue;
    EXPECT_EQ(out[t], t < 16 ? 3 + 100 * low : high) << t;
    EXPECT_EQ(out[32 + t], low) << t;
  }
  cudaFree(out);
}

// Lanes leave a loop one after another; __activemask returns those still in it.
__global__ void active(unsigned* out) {
  const unsigned t = threadIdx.x;
  for (unsigned i = 0; i <= t; ++i) out[t] = __activemask();
  if (t & 1) {
    out[32 + t] = __activemask();
  } else {
    out[32 + t] = __activemask();
  }
}

TEST(Warps, ActiveLanes) {
  unsigned* out = managed<unsigned>(64);
  active<<<1, 32>>>(out);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (unsigned t = 0; t < 32; ++t) {
    EXPECT_EQ(out[t], ~0u << t) << t;
    EXPECT_EQ(out[32 + t], t & 1 ? 0xaaaaaaaau : 0x55555555u);
  }
  cudaFree(out);
}

// One warp waits in a block barrier while another one still exchanges values.
__global__ void warps_apart(int* out) {
  const int t = threadIdx.x, warp = t / 32;
  int value = t;
  for (int i = 0; i < warp * 5; ++i) value = __shfl_xor_sync(~0u, value, 1);
  __syncthreads();
  out[t] = value;
}

TEST(Warps, AreIndependent) {
  int* out = managed<int>(128);
  warps_apart<<<1, 128>>>(out);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (int t = 0; t < 128; ++t) EXPECT_EQ(out[t], (t / 32) % 2 ? t ^ 1 : t);
  cudaFree(out);
}

}  // namespace
