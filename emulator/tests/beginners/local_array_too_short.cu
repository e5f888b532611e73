// The kernel's own array has room for the neighbours, and gets the pixel itself as well.
#include <cuda_runtime.h>

#include <cstdio>
#define NEIGHBOURS 8
__global__ void smooth(const float* image, float* out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return;
  float values[NEIGHBOURS];
  int count = 0;
  for (int dy = -1; dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++)
      values[count++] = image[(y + dy) * width + x + dx];  //~ index 8 of values, which has 8 elements
  for (int i = 0; i < count; i++)
    for (int j = i + 1; j < count; j++)
      if (values[j] < values[i]) {
        float t = values[i];
        values[i] = values[j];
        values[j] = t;
      }
  out[y * width + x] = values[count / 2];
}
int main() {
  const int width = 64, height = 64, bytes = width * height * sizeof(float);
  float *h = new float[width * height], *image, *out;
  for (int i = 0; i < width * height; i++) h[i] = i % 17;
  cudaMalloc(&image, bytes);
  cudaMalloc(&out, bytes);
  cudaMemcpy(image, h, bytes, cudaMemcpyHostToDevice);
  cudaMemset(out, 0, bytes);
  dim3 block(16, 16), grid(4, 4);
  smooth<<<grid, block>>>(image, out, width, height);
  cudaMemcpy(h, out, bytes, cudaMemcpyDeviceToHost);
  printf("%f\n", h[width + 1]);
  cudaFree(image);
  cudaFree(out);
  delete[] h;
}
