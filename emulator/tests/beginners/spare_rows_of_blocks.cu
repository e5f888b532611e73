// One row of blocks too many, in the middle of a fixed grid: the row past the last one is doubled.
#include <cstdio>
#include <vector>

__global__ void twice(float* image, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y <= height) image[y * width + x] *= 2;  //~ out of bounds
}

int main() {
  const int width = 2000, height = 1504;
  std::vector<float> image(width * height, 1.0f);
  float* d;
  cudaMalloc(&d, image.size() * sizeof(float));
  cudaMemcpy(d, image.data(), image.size() * sizeof(float), cudaMemcpyHostToDevice);
  twice<<<dim3(128, 128), dim3(16, 16)>>>(d, width, height);
  cudaMemcpy(image.data(), d, image.size() * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g\n", image[5]);
  cudaFree(d);
}
