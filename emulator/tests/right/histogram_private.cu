// A histogram of bytes: one in shared memory for each block, added up by atomics.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define BINS 256

__global__ void hist_kernel(const uint8_t* buf, long size, unsigned int* histo) {
  __shared__ unsigned int temp[BINS];
  temp[threadIdx.x] = 0;
  __syncthreads();
  long i = threadIdx.x + (long)blockIdx.x * blockDim.x;
  long offset = (long)blockDim.x * gridDim.x;
  while (i < size) {
    atomicAdd(&temp[buf[i]], 1);
    i += offset;
  }
  __syncthreads();
  atomicAdd(&(histo[threadIdx.x]), temp[threadIdx.x]);
}

int main(void) {
  enum { SIZE = 20011 };
  static uint8_t buffer[SIZE];
  unsigned int histo[BINS], check[BINS] = {0};
  for (int i = 0; i < SIZE; i++) check[buffer[i] = (uint8_t)(i * i + 3)]++;
  uint8_t* dev_buffer;
  unsigned int* dev_histo;
  cudaMalloc((void**)&dev_buffer, SIZE);
  cudaMemcpy(dev_buffer, buffer, SIZE, cudaMemcpyHostToDevice);
  cudaMalloc((void**)&dev_histo, BINS * sizeof(int));
  cudaMemset(dev_histo, 0, BINS * sizeof(int));
  cudaDeviceProp prop;
  cudaGetDeviceProperties(&prop, 0);
  int blocks = prop.multiProcessorCount < 8 ? prop.multiProcessorCount * 2 : 16;
  hist_kernel<<<blocks, 256>>>(dev_buffer, SIZE, dev_histo);
  cudaMemcpy(histo, dev_histo, BINS * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(dev_histo);
  cudaFree(dev_buffer);
  if (memcmp(histo, check, sizeof check) != 0) {
    printf("wrong\n");
    return 1;
  }
  return 0;
}
