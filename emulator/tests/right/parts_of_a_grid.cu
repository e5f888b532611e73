// Grids that have fewer threads than elements on purpose: the inside of a field, and a loop over the grid.
#include <cuda_runtime.h>

#include <cstdio>
__global__ void inside(float* x, const float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
  if (i < n - 1) x[i] = y[i - 1] + y[i + 1];
}
__global__ void all(float* x, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) x[i] += 1;
}
__global__ void two_arrays(int* out, int n) {
  extern __shared__ int part[];
  int* second = part + n;
  if (threadIdx.x < n) {
    part[threadIdx.x] = threadIdx.x;
    second[threadIdx.x] = 2 * threadIdx.x;
  }
  __syncthreads();
  if (threadIdx.x < n) out[threadIdx.x] = part[n - 1 - threadIdx.x] + second[threadIdx.x];
}
static bool equal(const float* a, const float* b, int n) {
  for (int i = 0; i < n; i++)
    if (a[i] != b[i]) return false;
  return true;
}
int main() {
  const int n = 514;
  float h[n], again[n], *x, *y;
  int ints[50], *out;
  for (int i = 0; i < n; i++) h[i] = i;
  cudaMalloc(&x, sizeof(h));
  cudaMalloc(&y, sizeof(h));
  cudaMalloc(&out, sizeof(ints));
  cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
  cudaMemcpy(y, h, sizeof(h), cudaMemcpyHostToDevice);
  inside<<<4, 128>>>(x, y, n);
  all<<<4, 128>>>(x, n);
  two_arrays<<<1, 64, 100 * sizeof(int)>>>(out, 50);
  cudaMemcpy(h, x, sizeof(h), cudaMemcpyDeviceToHost);
  cudaMemcpy(again, x, sizeof(h), cudaMemcpyDeviceToHost);
  cudaMemcpy(ints, out, sizeof(ints), cudaMemcpyDeviceToHost);
  std::printf("%f %d %d\n", h[513], ints[3], equal(h, again, n));
  cudaFree(x);
  cudaFree(y);
  cudaFree(out);
}
