// A constant array named by a string, as in old books.
//? plain
#include <stdio.h>
__constant__ float weights[8];
__global__ void weigh(float* out) {
  out[threadIdx.x] = weights[threadIdx.x] * 2;
}
int main() {
  float host[8] = {1, 2, 3, 4, 5, 6, 7, 8}, out[8];
  float* d_out;
  cudaMalloc(&d_out, sizeof(out));
  cudaMemcpyToSymbol("weights", host, sizeof(host));  //~ pass the symbol itself
  weigh<<<1, 8>>>(d_out);
  cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
  printf("%f\n", out[3]);
  cudaFree(d_out);
  return 0;
}
