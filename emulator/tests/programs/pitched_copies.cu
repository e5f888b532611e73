// Rows with padding: cudaMallocPitch, two-dimensional copies and memsets, part of an image.
#include <cstdio>

__global__ void invert(unsigned char* picture, size_t pitch, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    unsigned char* const row = picture + y * pitch;
    row[x] = 255 - row[x];
  }
}

int main() {
  const int width = 10, height = 4;
  unsigned char host[height][width], part[2][3];
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) host[y][x] = 10 * y + x;
  }
  unsigned char* device;
  size_t pitch;
  cudaMallocPitch((void**)&device, &pitch, width, height);
  printf("pitch is a multiple of 32: %s\n", pitch % 32 == 0 && pitch >= width ? "yes" : "no");
  cudaMemset2D(device, pitch, 1, width, height);
  cudaMemcpy2D(device, pitch, host, width, width, height - 1, cudaMemcpyHostToDevice);
  invert<<<dim3(2, 2), dim3(8, 2)>>>(device, pitch, width, height);
  cudaMemcpy2D(part, 3, device + pitch + 4, pitch, 3, 2, cudaMemcpyDeviceToHost);
  for (int y = 0; y < 2; ++y) printf("%d %d %d\n", part[y][0], part[y][1], part[y][2]);
  cudaMemcpy2D(host, width, device, pitch, width, height, cudaMemcpyDeviceToHost);
  printf("last row: %d %d\n", host[3][0], host[3][9]);
  printf("too wide: %s\n", cudaGetErrorName(cudaMemcpy2D(device, pitch, host, 2, width, 1, cudaMemcpyHostToDevice)));
  cudaGetLastError();
  cudaFree(device);
}
