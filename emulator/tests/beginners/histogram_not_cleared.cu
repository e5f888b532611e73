// Counters in device memory that were never set to 0.
#include <stdio.h>
#include <string.h>
__global__ void count(const char* text, int length, int* letters) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < length) atomicAdd(&letters[text[i] - 'a'], 1);  //~ uninitialised device memory
}
int main() {
  const char* text = "thequickbrownfoxjumpsoverthelazydog";
  int length = strlen(text), letters[26];
  char* d_text;
  int* d_letters;
  cudaMalloc(&d_text, length);
  cudaMalloc(&d_letters, sizeof(letters));
  cudaMemcpy(d_text, text, length, cudaMemcpyHostToDevice);
  count<<<1, 64>>>(d_text, length, d_letters);
  cudaMemcpy(letters, d_letters, sizeof(letters), cudaMemcpyDeviceToHost);
  printf("o: %d\n", letters['o' - 'a']);
  cudaFree(d_text);
  cudaFree(d_letters);
  return 0;
}
