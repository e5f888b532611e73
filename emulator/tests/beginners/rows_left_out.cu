// A grid of one dimension for a matrix: only the first rows are written.
//= unwritten from byte 4096 on
#include <stdio.h>
#include <stdlib.h>

__global__ void transpose(const float* in, float* out, int width) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < width) out[y * width + x] = in[x * width + y];
}

int main() {
  int width = 64;
  size_t size = width * width * sizeof(float);
  float *in = (float*)malloc(size), *out = (float*)malloc(size);
  for (int i = 0; i < width * width; i++) in[i] = i;
  float *dIn, *dOut;
  cudaMalloc(&dIn, size);
  cudaMalloc(&dOut, size);
  cudaMemcpy(dIn, in, size, cudaMemcpyHostToDevice);
  dim3 block(16, 16);
  dim3 grid(width / 16);
  transpose<<<grid, block>>>(dIn, dOut, width);
  cudaMemcpy(out, dOut, size, cudaMemcpyDeviceToHost);  //~ result that was never made
  printf("out[1] = %f, last %f\n", out[1], out[width * width - 1]);
  cudaFree(dIn);
  cudaFree(dOut);
  free(in);
  free(out);
  return 0;
}
