// The counts of a block are cleared without a barrier, and counted without atomicAdd.
//= atomicAdd(&x[i], 1)
//= __syncthreads() between the two
#include <cstdio>
#include <vector>
__global__ void histogram(const int* data, int* bins, int n) {
  __shared__ int local[16];
  if (threadIdx.x < 16) local[threadIdx.x] = 0;  //~ race in shared memory
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) local[data[i]]++;  //~ reads and writes
  __syncthreads();
  if (threadIdx.x < 16) atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}
int main() {
  const int n = 4096;
  std::vector<int> h(n), b(16);
  for (int i = 0; i < n; ++i) h[i] = i * 7 % 16;
  int *d, *bins;
  cudaMalloc(&d, n * sizeof(int));
  cudaMalloc(&bins, 16 * sizeof(int));
  cudaMemset(bins, 0, 16 * sizeof(int));
  cudaMemcpy(d, h.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  histogram<<<16, 256>>>(d, bins, n);
  cudaMemcpy(b.data(), bins, 16 * sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d\n", b[3]);
  cudaFree(d);
  cudaFree(bins);
}
