// Atomic functions: every function on every type, from many threads of many blocks; loads and stores with hints.
#include <gtest/gtest.h>

#include <climits>

namespace {

template <class T>
T* managed(size_t n) {
  T* p = nullptr;
  EXPECT_EQ(cudaMallocManaged(&p, n * sizeof(T)), cudaSuccess);
  for (size_t i = 0; i < n; ++i) p[i] = T{};
  return p;
}

constexpr int blocks = 16, threads = 128, total = blocks * threads;

template <class T>
__global__ void add_one(T* sum) {
  atomicAdd(sum, T(1));
  atomicAdd_block(sum, T(1));
  atomicAdd_system(sum, T(1));
}

template <class T>
void check_add() {
  T* sum = managed<T>(1);
  add_one<<<blocks, threads>>>(sum);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(*sum, T(3 * total));
  cudaFree(sum);
}

TEST(Atomics, Add) {
  check_add<int>();
  check_add<unsigned>();
  check_add<unsigned long long>();
  check_add<float>();
  check_add<double>();
}

template <class T>
__global__ void limits(T* x) {
  const T mine = static_cast<T>(blockIdx.x * blockDim.x + threadIdx.x);
  atomicMin(x, static_cast<T>(mine + 5));
  atomicMax(x + 1, mine);
  atomicAnd(x + 2, static_cast<T>(~mine));
  atomicOr(x + 3, mine);
  atomicXor(x + 4, mine);
}

template <class T>
void check_limits() {
  T* x = managed<T>(5);
  x[0] = 1000000;
  x[2] = static_cast<T>(~T{0});
  limits<<<blocks, threads>>>(x);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(x[0], T{5});
  EXPECT_EQ(x[1], T{total - 1});
  EXPECT_EQ(x[2], static_cast<T>(~T{total - 1}));  // total is a power of two
  EXPECT_EQ(x[3], T{total - 1});
  EXPECT_EQ(x[4], T{0});
  cudaFree(x);
}

TEST(Atomics, MinMaxAndBits) {
  check_limits<int>();
  check_limits<unsigned>();
  check_limits<long long>();
  check_limits<unsigned long long>();
}

__global__ void negative(int* x, long long* y) {
  atomicMin(x, -static_cast<int>(threadIdx.x));
  atomicMax(y, -1000ll - threadIdx.x);
}

TEST(Atomics, CompareSignedNumbersAsSuch) {
  int* x = managed<int>(1);
  auto* y = managed<long long>(1);
  *y = LLONG_MIN;
  negative<<<1, 100>>>(x, y);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(*x, -99);
  EXPECT_EQ(*y, -1000);
  cudaFree(x);
  cudaFree(y);
}

template <class T>
__global__ void claim(T* slots, T* losses) {
  const T mine = static_cast<T>(threadIdx.x + 1);
  T slot = 0;
  while (atomicCAS(&slots[slot], T{0}, mine) != 0) {
    ++slot;
    if (losses) atomicAdd(losses, T{1});
  }
}
__global__ void claim_short(unsigned short* slots) {
  unsigned short slot = 0;
  while (atomicCAS(&slots[slot], static_cast<unsigned short>(0), static_cast<unsigned short>(threadIdx.x + 1)) != 0) {
    ++slot;
  }
}

template <class T>
void check_claimed(T* slots, int n) {
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  long long sum = 0;
  for (int i = 0; i < n; ++i) sum += static_cast<long long>(slots[i]);
  EXPECT_EQ(sum, n * (n + 1ll) / 2);
  cudaFree(slots);
}

TEST(Atomics, CompareAndSwap) {
  int* i = managed<int>(100);
  claim<int><<<1, 100>>>(i, nullptr);
  check_claimed(i, 100);
  auto* u = managed<unsigned long long>(100);
  claim<unsigned long long><<<1, 100>>>(u, nullptr);
  check_claimed(u, 100);
  auto* s = managed<unsigned short>(100);
  claim_short<<<1, 100>>>(s);
  check_claimed(s, 100);
}

// The classic: a double sum by compare and swap of its bits.
__device__ double add_by_swap(double* p, double value) {
  auto* bits = reinterpret_cast<unsigned long long*>(p);
  unsigned long long old = *bits, expected;
  do {
    expected = old;
    old = atomicCAS(bits, expected, __double_as_longlong(value + __longlong_as_double(expected)));
  } while (expected != old);
  return __longlong_as_double(old);
}
__global__ void add_doubles(double* sum) {
  add_by_swap(sum, 0.5);
}

TEST(Atomics, HandMadeAdd) {
  double* sum = managed<double>(1);
  add_doubles<<<blocks, threads>>>(sum);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(*sum, total / 2.0);
  cudaFree(sum);
}

__global__ void counters(unsigned* up, unsigned* down, int* sub, float* exchanged) {
  atomicInc(up, 9);
  atomicDec(down, 9);
  atomicSub(sub, 2);
  atomicExch(exchanged, 2.5f);
}

TEST(Atomics, CountersAndExchange) {
  unsigned* x = managed<unsigned>(2);
  int* sub = managed<int>(1);
  float* exchanged = managed<float>(1);
  counters<<<1, 25>>>(x, x + 1, sub, exchanged);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(x[0], 5u);  // 25 steps in a circle of ten
  EXPECT_EQ(x[1], 5u);
  EXPECT_EQ(*sub, -50);
  EXPECT_EQ(*exchanged, 2.5f);
  cudaFree(x);
  cudaFree(sub);
  cudaFree(exchanged);
}

__global__ void old_values(int* seen) {
  __shared__ int next;
  if (threadIdx.x == 0) next = 0;
  __syncthreads();
  seen[atomicAdd(&next, 1)] += 1;
}

TEST(Atomics, GiveTheOldValue) {
  int* seen = managed<int>(256);
  old_values<<<1, 256>>>(seen);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (int i = 0; i < 256; ++i) EXPECT_EQ(seen[i], 1);
  cudaFree(seen);
}

__global__ void hints(const float4* in, float4* out, const double* x, double* y) {
  const int t = threadIdx.x;
  float4 v = t % 2 ? __ldg(in + t) : __ldcs(in + t);
  v.x += __ldcg(&in[t].x) + __ldca(&in[t].y) + __ldcv(&in[t].z) + __ldlu(&in[t].w);
  __stcs(out + t, v);
  __stwt(y + t, __ldg(x + t));
  __stcg(y + t, y[t] + 1);
  __stwb(y + t, y[t] + 1);
}

TEST(Hints, LoadAndStore) {
  float4 *in = managed<float4>(32), *out = managed<float4>(32);
  double *x = managed<double>(32), *y = managed<double>(32);
  for (int i = 0; i < 32; ++i) {
    in[i] = make_float4(i, 1, 2, 3);
    x[i] = i;
  }
  hints<<<1, 32>>>(in, out, x, y);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (int i = 0; i < 32; ++i) {
    EXPECT_EQ(out[i].x, 2 * i + 6);
    EXPECT_EQ(out[i].w, 3);
    EXPECT_EQ(y[i], i + 2);
  }
  cudaFree(in);
  cudaFree(out);
  cudaFree(x);
  cudaFree(y);
}

}  // namespace
