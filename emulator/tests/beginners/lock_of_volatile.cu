// The balance is volatile, and the lock is given back without a fence: volatile orders nothing for other blocks.
#include <cstdio>
__device__ int taken = 0;
__device__ void acquire() {
  while (atomicCAS(&taken, 0, 1) != 0) {
  }
}
__device__ void giveBack() {
  atomicExch(&taken, 0);
}
__global__ void deposit(volatile double* balance, double amount) {
  if (threadIdx.x == 0) {
    acquire();
    *balance = *balance + amount;
    giveBack();  //~ no __threadfence()
  }
}
int main() {
  double *b, h = 0;
  cudaMalloc(&b, sizeof(double));
  cudaMemcpy(b, &h, sizeof(double), cudaMemcpyHostToDevice);
  deposit<<<30, 32>>>(b, 2.5);
  cudaMemcpy(&h, b, sizeof(double), cudaMemcpyDeviceToHost);
  printf("%f\n", h);
  cudaFree(b);
}
