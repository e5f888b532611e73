// Every atomic function, each on its own word, and a histogram in shared memory.
#include <cstdio>

__global__ void all_of_them(int* w) {
  const int i = threadIdx.x;
  atomicAdd(&w[0], i);
  atomicSub(&w[1], 1);
  atomicMax(&w[2], i);
  atomicMin(&w[3], -i);
  atomicInc((unsigned*)&w[4], 9);
  atomicDec((unsigned*)&w[5], 9);
  atomicAnd(&w[6], ~(1 << (i % 8)));
  atomicOr(&w[7], 1 << (i % 8));
  atomicXor(&w[8], 1);
  atomicCAS(&w[9], 0, 7);
  if (i == 0) atomicExch(&w[10], 99);
}

__global__ void histogram(const unsigned char* text, int n, unsigned* bins) {
  __shared__ unsigned local[26];
  if (threadIdx.x < 26) local[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    if (text[i] >= 'a' && text[i] <= 'z') atomicAdd(&local[text[i] - 'a'], 1u);
  }
  __syncthreads();
  if (threadIdx.x < 26) atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}

int main() {
  int* words;
  cudaMallocManaged(&words, 11 * sizeof(int));
  for (int i = 0; i < 11; ++i) words[i] = 0;
  words[6] = 0xffff;
  all_of_them<<<1, 100>>>(words);
  cudaDeviceSynchronize();
  for (int i = 0; i < 11; ++i) printf("%d ", words[i]);
  printf("\n");

  const char text[] = "the quick brown fox jumps over the lazy dog";
  unsigned char* copy;
  unsigned* bins;
  cudaMallocManaged(&copy, sizeof text);
  cudaMallocManaged(&bins, 26 * sizeof *bins);
  for (size_t i = 0; i < sizeof text; ++i) copy[i] = text[i];
  cudaMemset(bins, 0, 26 * sizeof *bins);
  histogram<<<2, 32>>>(copy, sizeof text, bins);
  cudaDeviceSynchronize();
  for (int i = 0; i < 26; ++i) printf("%c%u ", 'a' + i, bins[i]);
  printf("\n");
  cudaFree(words), cudaFree(copy), cudaFree(bins);
}
