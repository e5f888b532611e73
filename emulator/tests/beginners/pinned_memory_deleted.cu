// The C library's free() and delete for memory of CUDA: each is named, and the process goes on.
#include <cstdio>
#include <cstdlib>

__global__ void invert(unsigned char* image, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) image[i] = 255 - image[i];
}

int main() {
  const int n = 10000;
  unsigned char *image, *d_image, *managed;
  cudaMallocHost(&image, n);
  cudaMalloc(&d_image, n);
  cudaMallocManaged(&managed, n);
  for (int i = 0; i < n; i++) image[i] = managed[i] = i % 200;
  cudaMemcpy(d_image, image, n, cudaMemcpyHostToDevice);
  invert<<<(n + 127) / 128, 128>>>(d_image, n);
  invert<<<(n + 127) / 128, 128>>>(managed, n);
  cudaMemcpy(image, d_image, n, cudaMemcpyDeviceToHost);
  cudaDeviceSynchronize();
  printf("%d %d\n", image[1], managed[1]);
  delete[] image;  //~ delete of pinned memory (10000 bytes, allocated at
  free(d_image);   //~ free() of device memory (10000 bytes, allocated at
  free(managed);   //~ free() of managed memory (10000 bytes, allocated at
  return 0;
}
//= cudaFreeHost frees it
//= cudaFree frees it
