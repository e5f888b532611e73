// Dynamic shared memory of two types, more than 48 KB of it, and clock().
#include <cstdio>

template <typename T>
__global__ void reverse(T* data, int n) {
  extern __shared__ unsigned char raw[];
  T* tile = reinterpret_cast<T*>(raw);
  if (threadIdx.x < n) tile[threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < n) data[threadIdx.x] = tile[n - 1 - threadIdx.x];
}
__global__ void large(int* out, long long* ticks) {
  extern __shared__ unsigned char raw[];
  int* words = reinterpret_cast<int*>(raw);
  const clock_t start = clock();
  const long long start64 = clock64();
  const int n = 60 * 1024 / 4;
  for (int i = threadIdx.x; i < n; i += blockDim.x) words[i] = i;
  __syncthreads();
  if (threadIdx.x == 0) {
    *out = words[n - 1];
    *ticks = clock64() - start64 + (clock() - start) * 0;
  }
}

int main() {
  int* numbers;
  double* reals;
  long long* ticks;
  cudaMallocManaged(&numbers, 10 * sizeof(int));
  cudaMallocManaged(&reals, 10 * sizeof(double));
  cudaMallocManaged(&ticks, sizeof(long long));
  for (int i = 0; i < 10; ++i) reals[i] = numbers[i] = i;
  reverse<<<1, 32, 10 * sizeof(int)>>>(numbers, 10);
  reverse<<<1, 32, 10 * sizeof(double)>>>(reals, 10);
  cudaDeviceSynchronize();
  printf("%d %d, %g %g\n", numbers[0], numbers[9], reals[0], reals[9]);
  const int bytes = 60 * 1024;
  large<<<1, 64, bytes>>>(numbers, ticks);
  printf("without asking: %s\n", cudaGetErrorName(cudaGetLastError()));
  cudaFuncSetAttribute(large, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  large<<<1, 64, bytes>>>(numbers, ticks);
  printf("asked: %s\n", cudaGetErrorName(cudaGetLastError()));
  cudaDeviceSynchronize();
  printf("last word %d, the clock %s\n", numbers[0], *ticks > 0 ? "moves" : "stands");
  cudaFree(numbers), cudaFree(reals), cudaFree(ticks);
}
