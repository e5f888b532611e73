// A float counter that stops at 16777216.
#include <cstdio>
__global__ void countEven(float* count, int per_thread) {
  int base = (blockIdx.x * blockDim.x + threadIdx.x) * per_thread;
  for (int k = 0; k < per_thread; k++)
    if ((base + k) % 2 == 0) atomicAdd(count, 1.0f);  //~ sum that stopped growing
}
int main() {
  float *d_count, count = 16777000.0f;  // what earlier runs have counted
  cudaMalloc(&d_count, sizeof(float));
  cudaMemcpy(d_count, &count, sizeof(float), cudaMemcpyHostToDevice);
  countEven<<<64, 64>>>(d_count, 4);
  cudaMemcpy(&count, d_count, sizeof(float), cudaMemcpyDeviceToHost);
  printf("%f\n", count);
  cudaFree(d_count);
}
