// The rows of a pitched image are further apart than its width.
#include <cstdio>
#include <vector>
__global__ void invert(unsigned char* img, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) img[y * width + x] = 255 - img[y * width + x];  //~ uninitialised device memory
}
int main() {
  const int width = 300, height = 200;
  std::vector<unsigned char> image(width * height, 10);
  unsigned char* d_img;
  size_t pitch;
  cudaMallocPitch(&d_img, &pitch, width, height);
  cudaMemcpy2D(d_img, pitch, image.data(), width, width, height, cudaMemcpyHostToDevice);
  dim3 threads(16, 16), blocks((width + 15) / 16, (height + 15) / 16);
  invert<<<blocks, threads>>>(d_img, width, height);
  cudaMemcpy2D(image.data(), width, d_img, pitch, width, height, cudaMemcpyDeviceToHost);
  printf("%d\n", image[width * height - 1]);
  cudaFree(d_img);
}
//= the kernel does not get pitch
