// The offset into a constant array counts bytes; here it was meant to count elements.
//? plain
//= 16 bytes from byte 256 on (the offset counts bytes), but the variable has 64 bytes
#include <stdio.h>
__constant__ float table[16];
__global__ void look(float* out) {
  out[threadIdx.x] = table[threadIdx.x];
}
int main() {
  float part[4] = {1, 2, 3, 4}, out[16];
  float* d_out;
  cudaMalloc(&d_out, sizeof(out));
  for (int i = 0; i < 4; i++)
    cudaMemcpyToSymbol(table, part, sizeof(part), (i + 1) * 64 * sizeof(float));  //~ call that failed
  look<<<1, 16>>>(d_out);
  cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
  printf("%f\n", out[15]);
  cudaFree(d_out);
  return 0;
}
