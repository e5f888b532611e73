// The host's pitch is given in elements, so cudaMemcpy2D fails, and the kernel reads what nothing has written.
#include <stdio.h>
__global__ void increment(float* image, size_t pitch, int width, int height) {
  int x = threadIdx.x, y = blockIdx.x;
  if (x < width && y < height) {
    float* row = (float*)((char*)image + y * pitch);
    row[x] += 1;  //~ uninitialised device memory
  }
}
int main() {
  const int width = 100, height = 20;
  static float h[height][width];
  float* d;
  size_t pitch;
  cudaMallocPitch(&d, &pitch, width * sizeof(float), height);
  //= cudaMemcpy2D at pitch_of_the_source.cu:17 failed: cudaErrorInvalidPitchValue
  cudaMemcpy2D(d, pitch, h, width, width * sizeof(float), height, cudaMemcpyHostToDevice);  //~ call that failed
  increment<<<height, 128>>>(d, pitch, width, height);
  cudaMemcpy2D(h, width * sizeof(float), d, pitch, width * sizeof(float), height, cudaMemcpyDeviceToHost);
  printf("%f\n", h[3][3]);
  cudaFree(d);
  return 0;
}
