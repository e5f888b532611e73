// Heights along a path, each with its neighbours: the grid is rounded down, and the last ones stay as cudaMemset left
// them.
#include <stdio.h>
#include <stdlib.h>

__global__ void slopes(const float* height, float* slope, int points) {
  int p = threadIdx.x + blockDim.x * blockIdx.x;
  if (p >= points) return;
  float before = p > 0 ? height[p - 1] : height[p];
  float after = p + 1 < points ? height[p + 1] : height[p];
  slope[p] = (after - before) * 0.5f;
}

int main() {
  const int points = 3000, threads = 128;
  float *h_height = (float*)malloc(points * sizeof(float)), *h_slope = (float*)malloc(points * sizeof(float));
  for (int p = 0; p < points; p++) h_height[p] = 0.25f * (p % 40);
  float *height, *slope;
  cudaMalloc(&height, points * sizeof(float));
  cudaMalloc(&slope, points * sizeof(float));
  cudaMemcpy(height, h_height, points * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemset(slope, 0, points * sizeof(float));
  slopes<<<points / threads, threads>>>(height, slope, points);  //~ elements that no thread processes
  cudaMemcpy(h_slope, slope, points * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%f\n", h_slope[points - 1]);
  cudaFree(height);
  cudaFree(slope);
  free(h_height);
  free(h_slope);
  return 0;
}
//= has 2944 threads for 3000 elements
