// Blocks of 48 threads: the second warp has 16 lanes, and its sum reads from lanes 16 to 31.
#include <cstdio>
const int WIDTH = 48;
__device__ float warpSum(float v) {
  for (int offset = 16; offset > 0; offset /= 2)
    v += __shfl_down_sync(0xffffffff, v, offset);  //~ combines values of lanes that the block does not have
  return v;
}
__global__ void rowSums(const float* rows, float* sums) {
  __shared__ float part[2];
  float v = warpSum(rows[blockIdx.x * WIDTH + threadIdx.x]);
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
  __syncthreads();
  if (threadIdx.x == 0) sums[blockIdx.x] = part[0] + part[1];
}
//= a block of 48 threads leaves this warp 16 lanes
int main() {
  float h[4 * WIDTH], sums[4], *rows, *d;
  for (int i = 0; i < 4 * WIDTH; i++) h[i] = i % 7;
  cudaMalloc(&rows, sizeof(h));
  cudaMalloc(&d, sizeof(sums));
  cudaMemcpy(rows, h, sizeof(h), cudaMemcpyHostToDevice);
  rowSums<<<4, WIDTH>>>(rows, d);
  cudaMemcpy(sums, d, sizeof(sums), cudaMemcpyDeviceToHost);
  printf("%f\n", sums[0]);
  cudaFree(rows);
  cudaFree(d);
}
