//? silent
// Only the host calls pow: the kernel multiplies, and all of the numbers are whole.
#include <cmath>
#include <cstdio>

__global__ void squares(float* y) {
  y[threadIdx.x] = float(threadIdx.x) * float(threadIdx.x);
}

int main() {
  float y[64], *d;
  cudaMalloc(&d, sizeof(y));
  squares<<<1, 64>>>(d);
  cudaMemcpy(y, d, sizeof(y), cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int i = 0; i < 64; i++) wrong += y[i] != pow(i, 2);
  printf("%d wrong\n", wrong);
  cudaFree(d);
}
