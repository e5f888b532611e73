// The number of blocks in x comes from the height and that in y from the width: the right half has no threads.
#include <cstdio>
#include <vector>
__global__ void negative(unsigned char* image, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  image[y * width + x] = 255 - image[y * width + x];
}
__global__ void threshold(const float* in, float* out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) out[y * width + x] = in[y * width + x] > 0.5f;
}
int main() {
  const int width = 160, height = 60;
  std::vector<unsigned char> h(width * height, 3);
  unsigned char* image;
  cudaMalloc(&image, width * height);
  cudaMemcpy(image, h.data(), width * height, cudaMemcpyHostToDevice);
  dim3 block(16, 8);
  dim3 grid((height + 15) / 16, (width + 7) / 8);
  negative<<<grid, block>>>(image, width, height);  //~ has 64 threads in x for 160 columns
  //= and 160 threads in y for 60 rows: the two are exchanged
  cudaMemcpy(h.data(), image, width * height, cudaMemcpyDeviceToHost);
  float *in, *out;
  cudaMalloc(&in, 4 * width * height);
  cudaMalloc(&out, 4 * width * height);
  cudaMemset(in, 0, 4 * width * height);
  cudaMemset(out, 0, 4 * width * height);
  std::vector<float> result(width * height);
  threshold<<<grid, block>>>(in, out, height, width);
  dim3 tall((width + 15) / 16, height / 8);
  threshold<<<tall, block>>>(in, out, width, height);
  cudaMemcpy(result.data(), out, 4 * width * height, cudaMemcpyDeviceToHost);
  printf("%d %f\n", h[width * height - 1], result[0]);
  cudaFree(image);
  cudaFree(in);
  cudaFree(out);
}
