// Three of a pixel's four bytes are set, and the fourth is used.
#include <cstdio>
__global__ void paint(uchar4* image, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  image[i].x = i;
  image[i].y = 2 * i;
  image[i].z = 3 * i;
}
__global__ void blend(const uchar4* image, unsigned char* grey, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int sum = image[i].x + image[i].y + image[i].z;
  grey[i] = sum / 3 * image[i].w / 255;  //~ reads memory that has not been written since its allocation
}
int main() {
  const int n = 1000;
  uchar4* image;
  unsigned char *grey, h[n];
  cudaMalloc(&image, n * sizeof(uchar4));
  cudaMalloc(&grey, n);
  paint<<<4, 256>>>(image, n);
  blend<<<4, 256>>>(image, grey, n);
  cudaMemcpy(h, grey, n, cudaMemcpyDeviceToHost);
  printf("%d\n", h[9]);
  cudaFree(image);
  cudaFree(grey);
}
