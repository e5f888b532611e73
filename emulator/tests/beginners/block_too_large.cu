// A block of 64 x 64 threads.
//? plain
//= 64 x 64 = 4096 threads in a block (threadsPerBlock(TILE, TILE), with TILE = 64); a block holds at most 1024
#include <stdio.h>
#include <stdlib.h>

#define TILE 64

__global__ void matrixAdd(const float* A, const float* B, float* C, int width) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < width && col < width) C[row * width + col] = A[row * width + col] + B[row * width + col];
}

int main() {
  const int width = 128;
  const size_t size = width * width * sizeof(float);
  float *A = (float*)malloc(size), *B = (float*)malloc(size), *C = (float*)malloc(size);
  for (int i = 0; i < width * width; i++) {
    A[i] = i;
    B[i] = 2 * i;
  }
  float *d_A, *d_B, *d_C;
  cudaMalloc((void**)&d_A, size);
  cudaMalloc((void**)&d_B, size);
  cudaMalloc((void**)&d_C, size);
  cudaMemcpy(d_A, A, size, cudaMemcpyHostToDevice);
  cudaMemcpy(d_B, B, size, cudaMemcpyHostToDevice);
  dim3 threadsPerBlock(TILE, TILE);
  dim3 numBlocks(width / TILE, width / TILE);
  matrixAdd<<<numBlocks, threadsPerBlock>>>(d_A, d_B, d_C, width);  //~ launch that failed
  cudaDeviceSynchronize();
  cudaMemcpy(C, d_C, size, cudaMemcpyDeviceToHost);
  printf("C[5] = %f\n", C[5]);
  cudaFree(d_A);
  cudaFree(d_B);
  cudaFree(d_C);
  free(A);
  free(B);
  free(C);
  return 0;
}
