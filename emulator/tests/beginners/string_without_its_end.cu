// The terminating zero is not copied.
#include <cstdio>
#include <cstring>
__device__ int length(const char* s) {
  int n = 0;
  while (s[n] != '\0') n++;  //~ out of bounds
  return n;
}
__global__ void measure(const char* s, int* result) {
  *result = length(s);
}
int main() {
  const char* word = "parallelism has many sides.....!";
  char* d_word;
  int *d_len, len;
  cudaMalloc(&d_word, strlen(word));
  cudaMemcpy(d_word, word, strlen(word), cudaMemcpyHostToDevice);
  cudaMalloc(&d_len, sizeof(int));
  measure<<<1, 1>>>(d_word, d_len);
  cudaMemcpy(&len, d_len, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", len);
  cudaFree(d_word);
  cudaFree(d_len);
}
