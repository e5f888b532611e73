// n * sizeof of another type.
//? plain only
//= 2048 bytes, but the destination has 1024 bytes, allocated at memset_too_long.cu:
#include <stdio.h>
__global__ void histogram(const unsigned char* in, unsigned int* bins, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&bins[in[i]], 1u);
}
int main() {
  unsigned char* text;
  unsigned int* bins;
  cudaMallocManaged(&text, 1000);
  for (int i = 0; i < 1000; i++) text[i] = i % 7;
  cudaMalloc(&bins, 256 * sizeof(unsigned int));
  cudaMemset(bins, 0, 256 * sizeof(unsigned long));  //~ call that failed
  histogram<<<4, 256>>>(text, bins, 1000);
  unsigned int counts[256];
  cudaMemcpy(counts, bins, sizeof(counts), cudaMemcpyDeviceToHost);
  printf("%u\n", counts[3]);
  cudaFree(bins);
  cudaFree(text);
  return 0;
}
