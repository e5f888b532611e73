// A brighter image: what exceeds 255 becomes dark.
#include <cstdio>
#include <vector>
__global__ void brighten(unsigned char* pixels, int by, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) pixels[i] = (unsigned char)(pixels[i] + by);  //~ byte that wraps
}
int main() {
  const int width = 100, height = 60, n = width * height;
  std::vector<unsigned char> image(n);
  for (int i = 0; i < n; i++) image[i] = i % 256;
  unsigned char* d_image;
  cudaMalloc(&d_image, n);
  cudaMemcpy(d_image, image.data(), n, cudaMemcpyHostToDevice);
  brighten<<<(n + 255) / 256, 256>>>(d_image, 40, n);
  cudaMemcpy(image.data(), d_image, n, cudaMemcpyDeviceToHost);
  printf("white is now %d\n", image[255]);
  cudaFree(d_image);
}
