// Barriers of a block: order, votes, early exits, three-dimensional blocks, and the memory that a block's threads see.
#include <gtest/gtest.h>

#include <vector>

namespace {

template <class T>
T* managed(size_t n) {
  T* p = nullptr;
  EXPECT_EQ(cudaMallocManaged(&p, n * sizeof(T)), cudaSuccess);
  for (size_t i = 0; i < n; ++i) p[i] = T{};
  return p;
}

__global__ void reverse(int* x) {
  __shared__ int tile[1024];
  const int t = threadIdx.x;
  tile[t] = x[t];
  __syncthreads();
  x[t] = tile[blockDim.x - 1 - t];
}

TEST(Barriers, ShareWhatWasWrittenBefore) {
  int* x = managed<int>(1024);
  for (const int n : {1, 2, 31, 32, 33, 63, 64, 65, 255, 256, 1000, 1024}) {
    for (int i = 0; i < n; ++i) x[i] = i;
    reverse<<<1, n>>>(x);
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    for (int i = 0; i < n; ++i) ASSERT_EQ(x[i], n - 1 - i) << n;
  }
  cudaFree(x);
}

__global__ void fold(const int* x, int* sums) {
  extern __shared__ int tile[];
  const int t = threadIdx.x;
  tile[t] = x[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (t < half) tile[t] += tile[t + half];
    __syncthreads();
  }
  if (t == 0) sums[blockIdx.x] = tile[0];
}

TEST(Barriers, ManyBlocksOneAfterAnother) {
  constexpr int blocks = 1000, size = 64;
  int *x = managed<int>(blocks * size), *sums = managed<int>(blocks);
  for (int i = 0; i < blocks * size; ++i) x[i] = i;
  for (int round = 0; round < 3; ++round) {
    fold<<<blocks, size, size * sizeof(int)>>>(x, sums);
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    for (int b = 0; b < blocks; ++b) ASSERT_EQ(sums[b], (2 * b * size + size - 1) * size / 2);
  }
  cudaFree(x);
  cudaFree(sums);
}

__global__ void leave_early(int* met, int stay) {
  const int t = threadIdx.x;
  if (t >= stay) return;
  __syncthreads();
  atomicAdd(met, 1);
  if (t % 2) return;
  __syncthreads();
  atomicAdd(met, 1000);
}

TEST(Barriers, ThreadsThatReturnedAreNotWaitedFor) {
  int* met = managed<int>(1);
  for (const int stay : {1, 31, 32, 70, 100}) {
    *met = 0;
    leave_early<<<1, 100>>>(met, stay);
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    EXPECT_EQ(*met, stay + 1000 * ((stay + 1) / 2));
  }
  cudaFree(met);
}

__global__ void votes(int* result) {
  const int count = __syncthreads_count(threadIdx.x % 3 == 0);
  const int any = __syncthreads_or(threadIdx.x == 77), none = __syncthreads_or(threadIdx.x == 770);
  const int all = __syncthreads_and(threadIdx.x < 100), most = __syncthreads_and(threadIdx.x < 99);
  if (threadIdx.x == 99) {
    const int values[] = {count, any, none, all, most};
    for (int i = 0; i < 5; ++i) result[i] = values[i];
  }
}

TEST(Barriers, Votes) {
  int* result = managed<int>(5);
  votes<<<1, 100>>>(result);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(std::vector<int>(result, result + 5), (std::vector<int>{34, 1, 0, 1, 0}));
  cudaFree(result);
}

// The position of every thread, before and after it waited.
__global__ void indices(int* wrong) {
  const uint3 before = threadIdx;
  __syncthreads();
  const bool same = before.x == threadIdx.x && before.y == threadIdx.y && before.z == threadIdx.z;
  const unsigned linear = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  __shared__ int seen[24];
  if (threadIdx.x + threadIdx.y + threadIdx.z == 0) {
    for (int& s : seen) s = 0;
  }
  __syncthreads();
  atomicAdd(&seen[linear], 1);
  __syncthreads();
  if (!same || seen[linear] != 1 || gridDim.x != 2 || gridDim.y != 3 || gridDim.z != 2) atomicAdd(wrong, 1);
  atomicAdd(wrong + 1 + blockIdx.x + 2 * (blockIdx.y + 3 * blockIdx.z), 1);
}

TEST(Barriers, ThreeDimensions) {
  int* wrong = managed<int>(13);
  indices<<<dim3(2, 3, 2), dim3(2, 3, 4)>>>(wrong);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(wrong[0], 0);
  for (int b = 0; b < 12; ++b) EXPECT_EQ(wrong[1 + b], 24);
  cudaFree(wrong);
}

// Values in registers, of every kind, must be preserved across a wait.
__global__ void registers(double* result) {
  double a = threadIdx.x, b = 2 * a, c = 3 * a, d = a + b + c;
  float e = threadIdx.x * 0.5f;
  long long i = threadIdx.x * 3ll, j = i * i, k = j - i;
  for (int round = 0; round < 10; ++round) {
    __syncthreads();
    a += b;
    b += c;
    e += 1;
    k += j;
    __syncthreads();
    c += d;
    j += i;
  }
  result[threadIdx.x] = a + b + c + d + e + static_cast<double>(i + j + k);
}

TEST(Barriers, KeepRegisters) {
  double* result = managed<double>(96);
  registers<<<1, 96>>>(result);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (int t = 0; t < 96; ++t) {
    double a = t, b = 2 * a, c = 3 * a, d = a + b + c;
    float e = t * 0.5f;
    long long i = t * 3ll, j = i * i, k = j - i;
    for (int round = 0; round < 10; ++round) {
      a += b;
      b += c;
      e += 1;
      k += j;
      c += d;
      j += i;
    }
    EXPECT_EQ(result[t], a + b + c + d + e + static_cast<double>(i + j + k)) << t;
  }
  cudaFree(result);
}

struct Big {
  int values[1000];
};
__global__ void by_value(Big big, int* sum) {
  big.values[threadIdx.x] += 1;  // every thread has its own copy
  __syncthreads();
  int mine = 0;
  for (int v : big.values) mine += v;
  sum[threadIdx.x] = mine;
}

TEST(Barriers, ArgumentsAreEveryThreadsOwn) {
  int* sum = managed<int>(64);
  Big big{};
  by_value<<<1, 64>>>(big, sum);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (int t = 0; t < 64; ++t) EXPECT_EQ(sum[t], 1);
  cudaFree(sum);
}

// ---- spin loops: a waiting thread must let the others run ----
__global__ void wait_for_later_thread(volatile int* flag) {
  if (threadIdx.x == 0) {
    while (*flag == 0) {
    }
    *flag = 2;
  }
  if (threadIdx.x == 40) *flag = 1;
}

__global__ void lock_and_count(int* lock, int* count) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  *count += 1;
  __threadfence();
  atomicExch(lock, 0);
}

__global__ void wait_for_earlier_block(volatile int* flags) {
  if (threadIdx.x == 0) {
    if (blockIdx.x > 0) {
      while (flags[blockIdx.x - 1] == 0) __nanosleep(10);
    }
    __threadfence();
    flags[blockIdx.x] = 1;
  }
}

// A barrier of the whole grid made of atomics: on a GPU it works as long as all blocks fit.
__global__ void meet(unsigned* arrived) {
  if (threadIdx.x == 0) {
    atomicAdd(arrived, 1u);
    while (atomicAdd(arrived, 0u) < gridDim.x) {
    }
  }
  __syncthreads();
}

TEST(Spinning, MakesProgress) {
  int* x = managed<int>(100);
  wait_for_later_thread<<<1, 64>>>(x);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(x[0], 2);
  x[0] = x[1] = 0;
  lock_and_count<<<40, 96>>>(x, x + 1);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(x[1], 40 * 96);
  for (int i = 0; i < 100; ++i) x[i] = 0;
  wait_for_earlier_block<<<100, 32>>>(x);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(x[99], 1);
  x[0] = 0;
  meet<<<20, 32>>>(reinterpret_cast<unsigned*>(x));
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(x[0], 20);
  cudaFree(x);
}

}  // namespace
