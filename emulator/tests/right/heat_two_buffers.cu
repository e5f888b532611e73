// Heat in a plate: two buffers that are exchanged, fixed edges that are written once.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define IDX(i, j, w) ((i) * (w) + (j))
__global__ void init(float* t, int h, int w) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < h && j < w) t[IDX(i, j, w)] = i == 0 ? 100.0f : 0.0f;
}
__global__ void heat_step(const float* t, float* u, int h, int w) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i <= 0 || j <= 0 || i >= h - 1 || j >= w - 1) return;
  u[IDX(i, j, w)] = 0.25f * (t[IDX(i - 1, j, w)] + t[IDX(i + 1, j, w)] + t[IDX(i, j - 1, w)] + t[IDX(i, j + 1, w)]);
}
int main() {
  int h = 21, w = 35;
  size_t bytes = h * w * sizeof(float);
  float *a, *b, *host = (float*)malloc(bytes);
  cudaMalloc(&a, bytes);
  cudaMalloc(&b, bytes);
  dim3 block(32, 4);
  dim3 grid((w + block.x - 1) / block.x, (h + block.y - 1) / block.y);
  init<<<grid, block>>>(a, h, w);
  cudaMemcpy(b, a, bytes, cudaMemcpyDeviceToDevice);
  for (int s = 0; s < 9; s++) {
    heat_step<<<grid, block>>>(a, b, h, w);
    float* tmp = a;
    a = b;
    b = tmp;
  }
  cudaMemcpy(host, a, bytes, cudaMemcpyDeviceToHost);
  printf("%.3f\n", host[IDX(1, w / 2, w)]);
  int right = host[IDX(1, w / 2, w)] > 40 && host[IDX(h - 1, 3, w)] == 0;
  cudaFree(a);
  cudaFree(b);
  free(host);
  return !right;
}
