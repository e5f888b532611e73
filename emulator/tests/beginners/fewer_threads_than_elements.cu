// The number of blocks is rounded down: the last elements are never computed.
//= 64 blocks of 256 threads are 16384 threads for 16616 elements of 4 bytes
#include <stdio.h>
#include <stdlib.h>

__global__ void addVectors(const float* a, const float* b, float* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

int main() {
  int n = 16616;
  size_t bytes = n * sizeof(float);
  float* h_a = (float*)malloc(bytes);
  float* h_b = (float*)malloc(bytes);
  float* h_c = (float*)malloc(bytes);
  for (int i = 0; i < n; i++) {
    h_a[i] = i;
    h_b[i] = n - i;
  }
  float *d_a, *d_b, *d_c;
  cudaMalloc(&d_a, bytes);
  cudaMalloc(&d_b, bytes);
  cudaMalloc(&d_c, bytes);
  cudaMemcpy(d_a, h_a, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(d_b, h_b, bytes, cudaMemcpyHostToDevice);

  int threads = 256;
  int blocks = n / threads;

  addVectors<<<blocks, threads>>>(d_a, d_b, d_c, n);
  cudaMemcpy(h_c, d_c, bytes, cudaMemcpyDeviceToHost);  //~ result that was never made
  for (int i = 0; i < n; i++) {
    if (h_c[i] != n) {
      printf("wrong at %d: %f\n", i, h_c[i]);
      break;
    }
  }
  cudaFree(d_a);
  cudaFree(d_b);
  cudaFree(d_c);
  free(h_a);
  free(h_b);
  free(h_c);
  return 0;
}
