// A kernel of rows and columns, launched as one of columns only.
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void invert(unsigned char* img, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h) img[y * w + x] = 255 - img[y * w + x];
}
int main() {
  const int w = 64, h = 48;
  std::vector<unsigned char> img(w * h, 10);
  unsigned char* d;
  cudaMalloc(&d, w * h);
  cudaMemcpy(d, img.data(), w * h, cudaMemcpyHostToDevice);
  dim3 block(16), grid((w + 15) / 16);
  invert<<<grid, block>>>(d, w, h);  //~ has one thread in y for 48 rows
  cudaMemcpy(img.data(), d, w * h, cudaMemcpyDeviceToHost);
  printf("%d\n", img[w * h - 1]);
  cudaFree(d);
}
