// Atomic functions written as in the programming guide: a plain read, then atomicCAS until it succeeds.
#include <stdio.h>

__device__ double atomic_add(double* address, double val) {
  unsigned long long int* address_as_ull = (unsigned long long int*)address;
  unsigned long long int old = *address_as_ull, assumed;
  do {
    assumed = old;
    old = atomicCAS(address_as_ull, assumed, __double_as_longlong(val + __longlong_as_double(assumed)));
  } while (assumed != old);
  return __longlong_as_double(old);
}
__device__ void atomic_max(float* p, float v) {
  int* i = (int*)p;
  int old = *i;
  while (__int_as_float(old) < v) {
    int seen = atomicCAS(i, old, __float_as_int(v));
    if (seen == old) break;
    old = seen;
  }
}
__global__ void statistics(const float* x, int n, double* sum, float* largest, int* peak) {
  __shared__ float block_largest;
  __shared__ int block_peak;
  if (threadIdx.x == 0) {
    block_largest = -1e30f;
    block_peak = 0;
  }
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    atomic_add(sum, x[i]);
    atomic_max(&block_largest, x[i]);
    if ((int)x[i] > block_peak) atomicMax(&block_peak, (int)x[i]); /* most need no atomic */
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    atomic_max(largest, block_largest);
    atomicMax(peak, block_peak);
  }
}
int main(void) {
  enum { n = 300 };
  float h[n], largest = -1e30f, *x, *d_largest;
  double sum = 0, expected = 0, *d_sum;
  int peak = 0, *d_peak;
  for (int i = 0; i < n; i++) expected += h[i] = (float)((i * 71) % n);
  cudaMalloc(&x, sizeof h);
  cudaMalloc(&d_sum, sizeof sum);
  cudaMalloc(&d_largest, sizeof largest);
  cudaMalloc(&d_peak, sizeof peak);
  cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemcpy(d_sum, &sum, sizeof sum, cudaMemcpyHostToDevice);
  cudaMemcpy(d_largest, &largest, sizeof largest, cudaMemcpyHostToDevice);
  cudaMemcpy(d_peak, &peak, sizeof peak, cudaMemcpyHostToDevice);
  statistics<<<3, 128>>>(x, n, d_sum, d_largest, d_peak);
  cudaMemcpy(&sum, d_sum, sizeof sum, cudaMemcpyDeviceToHost);
  cudaMemcpy(&largest, d_largest, sizeof largest, cudaMemcpyDeviceToHost);
  cudaMemcpy(&peak, d_peak, sizeof peak, cudaMemcpyDeviceToHost);
  cudaFree(x);
  cudaFree(d_sum);
  cudaFree(d_largest);
  cudaFree(d_peak);
  printf("%f %f %d\n", sum, largest, peak);
  return !(sum == expected && largest == n - 1 && peak == n - 1);
}
