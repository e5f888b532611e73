// extern __shared__, and no third argument in <<<...>>>.
#include <stdio.h>
__global__ void rotate(float* v) {
  extern __shared__ float buffer[];
  int t = threadIdx.x;
  buffer[t] = v[t];  //~ past the end of 0 bytes of shared memory
  __syncthreads();
  v[t] = buffer[(t + 1) % blockDim.x];
}
int main() {
  float h[64];
  for (int i = 0; i < 64; i++) h[i] = i;
  float* d;
  cudaMalloc(&d, sizeof(h));
  cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
  rotate<<<1, 64>>>(d);
  cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%f\n", h[0]);
  cudaFree(d);
  return 0;
}
