// A warp normalises its row; the sum of the shuffles is only in lane 0.
//? plain
#include <cuda_runtime.h>

#include <cstdio>
__global__ void normalise(const float* rows, float* result, int count) {
  int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
  int lane = threadIdx.x & 31;
  if (row >= count) return;
  float value = rows[row * 32 + lane];
  float total = value;
  for (int step = 16; step > 0; step /= 2) {
    total += __shfl_down_sync(0xffffffffu, total, step);
  }
  float mean = 2.0f;
  result[row * 32 + lane] = mean * value / total;  //~ only lane 0 of the warp has all of total
}
int main() {
  const int rows = 64, n = rows * 32;
  float h[n], *d_in, *d_out;
  for (int i = 0; i < n; i++) h[i] = 1 + i % 7;
  cudaMalloc(&d_in, n * sizeof(float));
  cudaMalloc(&d_out, n * sizeof(float));
  cudaMemcpy(d_in, h, n * sizeof(float), cudaMemcpyHostToDevice);
  normalise<<<16, 128>>>(d_in, d_out, rows);
  cudaMemcpy(h, d_out, n * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%f\n", h[5]);
  cudaFree(d_in);
  cudaFree(d_out);
}
