// Source in Latin-1: comments whose bytes are not UTF-8 (grün, ©).
#include <stdio.h>

// Wärme
__global__ void bytes(const char* text, int* out) {
  int sum = 0;
  for (int i = 0; text[i]; ++i) sum += (unsigned char)text[i];
  *out = sum; /* ß */
}

int main() {
  const char text[] = "gr\374n \251";  // 6 bytes: grün ©
  char* d_text;
  int *d_sum, sum;
  cudaMalloc(&d_text, sizeof text);
  cudaMalloc(&d_sum, sizeof sum);
  cudaMemcpy(d_text, text, sizeof text, cudaMemcpyHostToDevice);
  bytes<<<1, 1>>>(d_text, d_sum);
  cudaMemcpy(&sum, d_sum, sizeof sum, cudaMemcpyDeviceToHost);
  printf("%zu bytes, sum %d\n", sizeof text - 1, sum);
  cudaFree(d_text);
  cudaFree(d_sum);
  return 0;
}
