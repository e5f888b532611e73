// The sum of CUB's reduction is used by thread 0, or comes to the others through shared memory or a shuffle.
#include <cstdio>
#include <cub/cub.cuh>

__global__ void shares(const float* x, float* y, float* total) {
  using Reduce = cub::BlockReduce<float, 128>;
  __shared__ typename Reduce::TempStorage storage;
  __shared__ float all;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float sum = Reduce(storage).Sum(x[i]);
  if (threadIdx.x == 0) {
    all = sum;
    atomicAdd(total, sum);
  }
  __syncthreads();
  y[i] = x[i] / all;
}

__global__ void centre(float* y) {
  using Reduce = cub::WarpReduce<float>;
  __shared__ typename Reduce::TempStorage storage[4];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = Reduce(storage[threadIdx.x / 32]).Sum(y[i]);
  sum = __shfl_sync(0xffffffff, sum, 0);
  const float mean = sum / 32;
  y[i] = y[i] - mean;
}

int main() {
  const int n = 512;
  float h[n], *x, *y, *total, sum;
  for (int i = 0; i < n; ++i) h[i] = 1;
  cudaMalloc(&x, sizeof h);
  cudaMalloc(&y, sizeof h);
  cudaMalloc(&total, sizeof sum);
  cudaMemset(total, 0, sizeof sum);
  cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
  shares<<<4, 128>>>(x, y, total);
  centre<<<4, 128>>>(y);
  cudaMemcpy(h, y, sizeof h, cudaMemcpyDeviceToHost);
  cudaMemcpy(&sum, total, sizeof sum, cudaMemcpyDeviceToHost);
  printf("%g %g\n", sum, h[5]);
  cudaFree(x);
  cudaFree(y);
  cudaFree(total);
}
