// The left neighbour in a texture that does not wrap.
#include <stdio.h>
#include <string.h>
__global__ void look(cudaTextureObject_t image, float* out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) out[y * width + x] = tex2D<float>(image, x - 0.5f, y + 0.5f);  //~ it does not wrap
}
int main() {
  const int width = 64, height = 32;
  static float h[height][width];
  for (int y = 0; y < height; y++) {
    for (int x = 0; x < width; x++) h[y][x] = x + y;
  }
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  cudaMallocArray(&array, &format, width, height);
  cudaMemcpy2DToArray(array, 0, 0, h, width * sizeof(float), width * sizeof(float), height, cudaMemcpyHostToDevice);
  cudaResourceDesc resource;
  memset(&resource, 0, sizeof(resource));
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc description;
  memset(&description, 0, sizeof(description));
  description.addressMode[0] = cudaAddressModeWrap;
  description.addressMode[1] = cudaAddressModeWrap;
  cudaTextureObject_t image;
  cudaCreateTextureObject(&image, &resource, &description, NULL);
  float* d;
  cudaMalloc(&d, sizeof(h));
  look<<<dim3(4, 2), dim3(16, 16)>>>(image, d, width, height);
  cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%f\n", h[10][10]);
  cudaDestroyTextureObject(image);
  cudaFreeArray(array);
  cudaFree(d);
  return 0;
}
