// Each half of the block waits at a barrier of its own.
#include <stdio.h>
__global__ void pingPong(int* a) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  if (t % 2 == 0) {
    s[t] += 1;
    __syncthreads();  //~ barrier in divergent code
  } else {
    s[t] -= 1;
    __syncthreads();
  }
  a[t] = s[63 - t];
}
int main() {
  int h[64], *d;
  cudaMalloc(&d, sizeof(h));
  pingPong<<<1, 64>>>(d);
  cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%d\n", h[0]);
  cudaFree(d);
  return 0;
}
