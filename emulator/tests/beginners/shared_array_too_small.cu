// 128 elements for 256 threads.
#include <stdio.h>
__global__ void cacheAll(const int* in, int* out) {
  __shared__ int cache[128];
  cache[threadIdx.x] = in[threadIdx.x];  //~ past the end
  __syncthreads();
  out[threadIdx.x] = cache[255 - threadIdx.x];
}
int main() {
  int h[256];
  for (int i = 0; i < 256; i++) h[i] = i;
  int *in, *out;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  cacheAll<<<1, 256>>>(in, out);
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%d\n", h[0]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
