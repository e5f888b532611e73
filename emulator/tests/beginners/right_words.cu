// A correct program with the functions of wrong ones: sizes of arrays and of pointers on purpose, memset, clocks.
//? silent
#include <chrono>
#include <cstdio>
#include <cstdlib>
#define CHECK(call)                          \
  do {                                       \
    if ((call) != cudaSuccess) std::abort(); \
  } while (0)

__device__ float* where;
__global__ void put(float* p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i] = i * 0.5f;
}
__global__ void add(int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) where[i] += 1;
}
static void wait() {
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
}

int main() {
  const int n = 300;
  float values[n];
  float* d;
  float* rows[2];
  float** d_rows;
  CHECK(cudaMalloc(&d, sizeof(values)));
  CHECK(cudaMalloc(&d_rows, sizeof(rows)));
  rows[0] = rows[1] = d;
  cudaMemcpy(d_rows, rows, sizeof(rows), cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(where, &d, sizeof(d));
  cudaMemset(d, 0, n * sizeof(float));
  cudaMemset(d, 0x7f, n * sizeof(float));
  auto begin = std::chrono::steady_clock::now();
  put<<<2, 256>>>(d, n);
  wait();
  auto end = std::chrono::steady_clock::now();
  add<<<2, 256>>>(n);
  cudaDeviceSynchronize();
  auto later = std::chrono::steady_clock::now();
  cudaMemcpy(values, d, sizeof(values), cudaMemcpyDeviceToHost);
  std::printf("%f %d\n", values[7], later > begin && end > begin);
  cudaFree(d_rows);
  cudaFree(d);
  return 0;
}
