// Launches: arguments converted as in any call, launches by function call, errors of the configuration, child grids.
#include <cooperative_groups.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <string>

namespace {

struct Scale {
  float factor = 1, offset = 0;
  __host__ __device__ Scale(float factor = 1, float offset = 0) : factor(factor), offset(offset) {}
};
__global__ void scale(float* x, const float* y, Scale by, double extra, bool add) {
  if (threadIdx.x == 0) *x = by.factor * *x + by.offset + static_cast<float>(extra) + (y ? *y : 0) + (add ? 100 : 0);
}
template <class T>
__global__ void store(T* p, T value) {
  *p = value;
}
__global__ void overloaded(int* p) {
  *p = 1;
}
__global__ void overloaded(float* p) {
  *p = 2;
}
__global__ void many_values(char a, short b, long long c, float d, double e, int* out) {
  *out = a + b + static_cast<int>(c + d + e);
}

template <class T>
T* managed(T value) {
  T* p = nullptr;
  EXPECT_EQ(cudaMallocManaged(&p, sizeof(T)), cudaSuccess);
  *p = value;
  return p;
}

TEST(Launches, ConvertArguments) {
  float* x = managed(3.0f);
  scale<<<1, 1>>>(x, NULL, {2, 5}, 1, 0);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(*x, 12);
  scale<<<1, 1>>>(x, 0, 3, 1.5f, 1);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(*x, 137.5f);
  int* out = managed(0);
  many_values<<<1, 1>>>('\1', 2, 3, 4, 5, out);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(*out, 15);
  cudaFree(x);
  cudaFree(out);
}

TEST(Launches, TemplatesOverloadsAndPointers) {
  int* i = managed(0);
  float* f = managed(0.0f);
  store<<<1, 1>>>(i, 7);
  store<float><<<1, 1>>>(f, 7);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(*i, 7);
  EXPECT_EQ(*f, 7);
  overloaded<<<1, 1>>>(i);
  overloaded<<<1, 1>>>(f);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(*i, 1);
  EXPECT_EQ(*f, 2);
  void (*const kernels[])(int*, int) = {store<int>, nullptr};
  kernels[0]<<<1, 1>>>(i, 9);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(*i, 9);
  cudaFree(i);
  cudaFree(f);
}

__global__ void fill(int* x, int n, int value) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = value;
}

TEST(Launches, ByFunctionCall) {
  int* x;
  cudaMallocManaged(&x, 100 * sizeof(int));
  int n = 100, value = 3;
  void* arguments[] = {&x, &n, &value};
  EXPECT_EQ(cudaLaunchKernel(fill, dim3(4), dim3(32), arguments, 0, nullptr), cudaSuccess);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(x[99], 3);
  value = 4;
  EXPECT_EQ(cudaLaunchKernel((void*)fill, 4, 32, arguments, 0, 0), cudaSuccess);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(x[99], 4);
  value = 5;
  EXPECT_EQ(cudaLaunchKernel(reinterpret_cast<const void*>(&fill), 4, 32, arguments), cudaSuccess);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(x[99], 5);
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(4);
  config.blockDim = dim3(32);
  EXPECT_EQ(cudaLaunchKernelEx(&config, fill, x, 100, 'a'), cudaSuccess);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(x[99], 'a');
  value = 6;
  EXPECT_EQ(cudaLaunchKernelExC(&config, (void*)fill, arguments), cudaSuccess);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(x[99], 6);
  int local = 0;
  EXPECT_EQ(cudaLaunchKernel(static_cast<const void*>(&local), 1, 1, arguments), cudaErrorInvalidDeviceFunction);
  cudaGetLastError();
  cudaFree(x);
}

__global__ void nothing() {}

cudaError_t launch(dim3 grid, dim3 block, size_t shared = 0) {
  nothing<<<grid, block, shared>>>();
  return cudaGetLastError();
}

// As on an H200 with CUDA 13.
TEST(Launches, ErrorsOfTheConfiguration) {
  EXPECT_EQ(launch(1, 1024), cudaSuccess);
  EXPECT_EQ(launch(1, 1280), cudaErrorInvalidValue);
  EXPECT_EQ(launch(1, dim3(1, 1, 65)), cudaErrorInvalidValue);
  EXPECT_EQ(launch(1, 0), cudaErrorInvalidValue);
  EXPECT_EQ(launch(0, 1), cudaErrorInvalidValue);
  EXPECT_EQ(launch(dim3(1, 65535), 1), cudaSuccess);
  EXPECT_EQ(launch(dim3(1, 65536), 1), cudaErrorInvalidValue);
  EXPECT_EQ(launch(dim3(1, 1, 65536), 1), cudaErrorInvalidValue);
  EXPECT_EQ(launch(1, 1, 48 * 1024), cudaSuccess);
  EXPECT_EQ(launch(1, 1, 48 * 1024 + 1), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFuncSetAttribute(nothing, cudaFuncAttributeMaxDynamicSharedMemorySize, 100 * 1024), cudaSuccess);
  EXPECT_EQ(launch(1, 1, 100 * 1024), cudaSuccess);
  EXPECT_EQ(launch(1, 1, 100 * 1024 + 1), cudaErrorInvalidValue);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);  // none of these is sticky
}

// ---- child grids ----
__global__ void nested(int size, int depth) {
  printf("depth %d thread %d\n", depth, threadIdx.x);
  if (size > 1 && threadIdx.x == 0) nested<<<1, size / 2>>>(size / 2, depth + 1);
}

__global__ void append(char letter) {
  printf("%c", letter);
}
__global__ void parent() {
  if (threadIdx.x == 1) append<<<1, 1>>>('b');
  if (threadIdx.x == 0) {
    append<<<1, 1, 0, cudaStreamTailLaunch>>>('d');
    append<<<1, 1>>>('a');
    append<<<1, 1, 0, cudaStreamFireAndForget>>>('a');
  }
  __syncthreads();
  if (threadIdx.x == 2) append<<<1, 1>>>('c');
  if (threadIdx.x == 2) printf("p");
}

template <class F>
std::string text_of(F f) {
  testing::internal::CaptureStdout();
  f();
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  std::fflush(stdout);
  return testing::internal::GetCapturedStdout();
}

TEST(Children, RunAfterTheirParent) {
  EXPECT_EQ(text_of([] { nested<<<1, 4>>>(4, 0); }),
            "depth 0 thread 0\ndepth 0 thread 1\ndepth 0 thread 2\ndepth 0 thread 3\n"
            "depth 1 thread 0\ndepth 1 thread 1\ndepth 2 thread 0\n");
  EXPECT_EQ(text_of([] { parent<<<1, 3>>>(); }), "paabcd");
}

// Quicksort, the classic example of nested launches.
__global__ void sort(int* x, int left, int right) {
  const int pivot = x[(left + right) / 2];
  int i = left, j = right;
  while (i <= j) {
    while (x[i] < pivot) ++i;
    while (x[j] > pivot) --j;
    if (i <= j) {
      const int t = x[i];
      x[i++] = x[j];
      x[j--] = t;
    }
  }
  if (left < j) {
    if (j - left < 32) {  // nested launches have a depth limit: small parts by insertion sort
      for (int a = left + 1; a <= j; ++a) {
        const int v = x[a];
        int b = a;
        for (; b > left && x[b - 1] > v; --b) x[b] = x[b - 1];
        x[b] = v;
      }
    } else {
      sort<<<1, 1>>>(x, left, j);
    }
  }
  if (i < right) {
    if (right - i < 32) {
      for (int a = i + 1; a <= right; ++a) {
        const int v = x[a];
        int b = a;
        for (; b > i && x[b - 1] > v; --b) x[b] = x[b - 1];
        x[b] = v;
      }
    } else {
      sort<<<1, 1>>>(x, i, right);
    }
  }
}

TEST(Children, Quicksort) {
  constexpr int n = 5000;
  int* x;
  cudaMallocManaged(&x, n * sizeof(int));
  for (int i = 0; i < n; ++i) x[i] = static_cast<int>(i * 2654435761u >> 8);
  sort<<<1, 1>>>(x, 0, n - 1);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_TRUE(std::is_sorted(x, x + n));
  cudaFree(x);
}

}  // namespace
