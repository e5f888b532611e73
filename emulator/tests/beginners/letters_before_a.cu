// Blanks and capitals are letters before 'a'.
#include <cstdio>
#include <cstring>
__global__ void countLetters(const char* text, int len, unsigned int* histo) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < len) {
    int letter = text[i] - 'a';
    atomicAdd(&histo[letter], 1);  //~ out of bounds
  }
}
int main() {
  const char* text = "The quick brown fox jumps over the lazy dog and then takes a nap";
  int len = strlen(text);
  char* d_text;
  unsigned int *d_histo, histo[26];
  cudaMalloc(&d_text, len);
  cudaMalloc(&d_histo, sizeof(histo));
  cudaMemcpy(d_text, text, len, cudaMemcpyHostToDevice);
  cudaMemset(d_histo, 0, sizeof(histo));
  countLetters<<<(len + 31) / 32, 32>>>(d_text, len, d_histo);
  cudaMemcpy(histo, d_histo, sizeof(histo), cudaMemcpyDeviceToHost);
  for (int i = 0; i < 26; i++) printf("%c %u\n", 'a' + i, histo[i]);
  cudaFree(d_text);
  cudaFree(d_histo);
}
