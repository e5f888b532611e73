// The value 1.0 falls into a bin behind the last.
#include <cstdio>
#define BINS 16
__global__ void histogram(const float* v, int n, int* bins) {
  __shared__ int local[BINS];
  if (threadIdx.x < BINS) local[threadIdx.x] = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int b = (int)(v[i] * BINS);
    atomicAdd(&local[b], 1);  //~ out of bounds
  }
  __syncthreads();
  if (threadIdx.x < BINS) atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}
int main() {
  const int n = 257;
  float v[n], *d_v;
  int bins[BINS], *d_bins;
  for (int i = 0; i < n; i++) v[i] = i / 256.0f;
  cudaMalloc(&d_v, sizeof(v));
  cudaMalloc(&d_bins, sizeof(bins));
  cudaMemset(d_bins, 0, sizeof(bins));
  cudaMemcpy(d_v, v, sizeof(v), cudaMemcpyHostToDevice);
  histogram<<<(n + 127) / 128, 128>>>(d_v, n, d_bins);
  cudaMemcpy(bins, d_bins, sizeof(bins), cudaMemcpyDeviceToHost);
  printf("%d\n", bins[15]);
  cudaFree(d_v);
  cudaFree(d_bins);
}
