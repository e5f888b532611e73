// Two streams are to overlap copies and kernels, and the host's memory is pageable.
#include <stdio.h>
#include <stdlib.h>
__global__ void twice(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= 2;
}
int main() {
  const int n = 1 << 16, half = n / 2, bytes = half * sizeof(float);
  float *h = (float*)malloc(2 * bytes), *d;
  for (int i = 0; i < n; i++) h[i] = i;
  cudaMalloc(&d, 2 * bytes);
  cudaStream_t streams[2];
  for (int s = 0; s < 2; s++) cudaStreamCreate(&streams[s]);
  for (int s = 0; s < 2; s++) {
    float *here = h + s * half, *there = d + s * half;
    cudaMemcpyAsync(there, here, bytes, cudaMemcpyHostToDevice, streams[s]);  //~ are of pageable memory in 2 streams
    twice<<<half / 256, 256, 0, streams[s]>>>(there, half);
    cudaMemcpyAsync(here, there, bytes, cudaMemcpyDeviceToHost, streams[s]);
  }
  cudaDeviceSynchronize();
  printf("%f\n", h[n - 1]);
  for (int s = 0; s < 2; s++) cudaStreamDestroy(streams[s]);
  cudaFree(d);
  free(h);
  return 0;
}
//= hint: cost: the copies at pageable_in_streams.cu:
