// cudaMemset can set floats only to 0.
//? plain
#include <cstdio>
__global__ void addTo(float* total, float what) {
  total[threadIdx.x] += what;
}
int main() {
  float* total;
  float host[64];
  cudaMalloc(&total, sizeof host);
  cudaMemset(total, 1.0f, sizeof host);  //~ it cannot set floats to 1.0f
  addTo<<<1, 64>>>(total, 2.0f);
  cudaMemcpy(host, total, sizeof host, cudaMemcpyDeviceToHost);
  printf("%f (3 is right)\n", host[0]);
  cudaFree(total);
  return 0;
}
