// A product of ints that is too large for an int.
//? plain only
//= did a product of ints overflow?
#include <stdio.h>
__global__ void clear(float* f, long long n) {
  long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
  if (f && i < n) f[i] = 0;
}
int main() {
  int width = 30000, height = 20000;
  int bytes = width * height * (int)sizeof(float);
  float* field;
  cudaMalloc(&field, bytes);  //~ call that failed
  clear<<<10, 256>>>(field, width);
  cudaDeviceSynchronize();
  printf("cleared %d x %d\n", width, height);
  cudaFree(field);
  return 0;
}
