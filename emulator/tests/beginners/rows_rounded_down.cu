// The number of blocks in y is rounded down: the last rows have no threads.
#include <cstdio>
#include <vector>
__global__ void brighten(float* image, int width, int height, float factor) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) image[y * width + x] *= factor;
}
int main() {
  const int width = 200, height = 60;
  std::vector<float> h(width * height, 0.25f);
  float* image;
  cudaMalloc(&image, h.size() * sizeof(float));
  cudaMemcpy(image, h.data(), h.size() * sizeof(float), cudaMemcpyHostToDevice);
  dim3 block(16, 16);
  dim3 grid((width + 15) / 16, height / 16);
  brighten<<<grid, block>>>(image, width, height, 2.0f);  //~ has 48 threads in y for 60 rows
  cudaMemcpy(h.data(), image, h.size() * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%f\n", h.back());
  cudaFree(image);
}
