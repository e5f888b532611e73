// The factorial of 13 does not fit into an int.
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void factorials(int* out, int n) {
  int i = threadIdx.x;
  if (i < n) {
    int f = 1;
    for (int k = 2; k <= i; k++) f *= k;  //~ integer overflow
    out[i] = f;
  }
}
int main() {
  int h[20], *d;
  cudaMalloc(&d, sizeof(h));
  factorials<<<1, 32>>>(d, 20);
  cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%d\n", h[19]);
  cudaFree(d);
}
