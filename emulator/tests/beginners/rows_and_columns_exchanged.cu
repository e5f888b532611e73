// row * height instead of row * width.
#include <stdio.h>
#include <stdlib.h>
__global__ void invert(unsigned char* image, int width, int height) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column < width && row < height) {
    image[column * width + row] = 255 - image[column * width + row];  //~ past the end
  }
}
int main() {
  int width = 100, height = 40;
  unsigned char* image = (unsigned char*)calloc(width * height, 1);
  unsigned char* d_image;
  cudaMalloc(&d_image, width * height);
  cudaMemcpy(d_image, image, width * height, cudaMemcpyHostToDevice);
  dim3 block(16, 16), grid((width + 15) / 16, (height + 15) / 16);
  invert<<<grid, block>>>(d_image, width, height);
  cudaMemcpy(image, d_image, width * height, cudaMemcpyDeviceToHost);
  printf("%d\n", image[0]);
  cudaFree(d_image);
  free(image);
  return 0;
}
//= column * width + row exchanges the two
