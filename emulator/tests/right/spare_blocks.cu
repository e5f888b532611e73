// Fixed grids with more blocks than needed, in one and in two dimensions, and arrays that end in the middle of one.
#include <cstdio>
#include <vector>

__global__ void copy(const float* from, float* to, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  to[i] = from[i];
}
__global__ void twice(float* image, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) image[y * width + x] *= 2;
}
__global__ void numbers(int* out) {
  if (threadIdx.x == 0) out[blockIdx.x] = blockIdx.x;
}

int main() {
  const int width = 2000, height = 1504, n = width * height;
  std::vector<float> image(n, 1.0f);
  std::vector<int> numbers_of_blocks(64);
  float *a, *b;
  int* out;
  cudaMalloc(&a, n * sizeof(float));
  cudaMalloc(&b, n * sizeof(float));
  cudaMalloc(&out, 64 * sizeof(int));
  cudaMemcpy(a, image.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  copy<<<20000, 256>>>(a, b, n);
  twice<<<dim3(128, 128), dim3(16, 16)>>>(b, width, height);
  numbers<<<64, 32>>>(out);
  cudaMemcpy(image.data(), b, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaMemcpy(numbers_of_blocks.data(), out, 64 * sizeof(int), cudaMemcpyDeviceToHost);
  printf("%g %d\n", image[n - 1], numbers_of_blocks[63]);
  cudaFree(a);
  cudaFree(b);
  cudaFree(out);
}
