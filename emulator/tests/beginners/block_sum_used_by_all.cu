// CUB's reduction gives the sum to thread 0 only, and every thread divides by it.
//? plain
#include <cstdio>
#include <cub/cub.cuh>
__global__ void shares(float* x) {
  using Reduce = cub::BlockReduce<float, 128>;
  __shared__ typename Reduce::TempStorage storage;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = Reduce(storage).Sum(x[i]);
  x[i] = x[i] / sum;  //~ only thread 0 of the block gets sum from BlockReduce
}
__global__ void centre(float* x) {
  typedef cub::WarpReduce<float> Reduce;
  __shared__ typename Reduce::TempStorage storage[4];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = Reduce(storage[threadIdx.x / 32]).Sum(x[i]);
  float mean = sum / 32;
  x[i] = x[i] - mean;  //~ only lane 0 of the warp gets sum from WarpReduce
}
__device__ float warp_sum(float x) {
  for (int d = 16; d > 0; d /= 2) x += __shfl_down_sync(0xffffffff, x, d);
  return x;
}
__device__ float block_sum(float x) {
  __shared__ float of_warps[32];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  x = warp_sum(x);
  if (lane == 0) of_warps[warp] = x;
  __syncthreads();
  x = threadIdx.x < blockDim.x / 32 ? of_warps[lane] : 0;
  if (warp == 0) x = warp_sum(x);
  return x;
}
__global__ void softmax(float* x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float e = expf(x[i]);
  float sum = block_sum(e);
  x[i] = e / sum;  //~ only thread 0 of the block has all of sum, as block_sum shuffles down
}
int main() {
  const int n = 512;
  float h[n], *x;
  for (int i = 0; i < n; i++) h[i] = 1 + i % 3;
  cudaMalloc(&x, sizeof h);
  cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
  shares<<<4, 128>>>(x);
  centre<<<4, 128>>>(x);
  softmax<<<4, 128>>>(x);
  cudaMemcpy(h, x, sizeof h, cudaMemcpyDeviceToHost);
  printf("%g %g\n", h[0], h[100]);
  cudaFree(x);
}
