// cudaMalloc in a loop, one cudaFree after it.
#include <stdio.h>
__global__ void store(float* p, float x) {
  *p = x;
}
int main() {
  float* p = NULL;
  float back = 0, sum = 0;
  for (int i = 0; i < 4; i++) {
    cudaMalloc(&p, sizeof(float));  //~ never freed
    store<<<1, 1>>>(p, i);
    cudaMemcpy(&back, p, sizeof(float), cudaMemcpyDeviceToHost);
    sum += back;
  }
  printf("%f\n", sum);
  cudaFree(p);
  return 0;
}
