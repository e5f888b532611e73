// Histograms: atomics in global memory, private bins in shared memory, a copy per warp, and the letters of a text.
#include <cstdio>
#include <cstring>

const int bins = 16;

__global__ void global_atomics(const unsigned char* data, int n, unsigned* histogram) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&histogram[data[i] / (256 / bins)], 1);
}
__global__ void privatised(const unsigned char* data, int n, unsigned* histogram) {
  __shared__ unsigned local[bins];
  for (int b = threadIdx.x; b < bins; b += blockDim.x) local[b] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    atomicAdd(&local[data[i] / (256 / bins)], 1);
  }
  __syncthreads();
  for (int b = threadIdx.x; b < bins; b += blockDim.x) atomicAdd(&histogram[b], local[b]);
}
__global__ void per_warp(const uchar4* data, int n, unsigned* histogram) {
  __shared__ unsigned local[4][bins];
  const int warp = threadIdx.x / 32;
  for (int b = threadIdx.x; b < 4 * bins; b += blockDim.x) (&local[0][0])[b] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n / 4; i += blockDim.x * gridDim.x) {
    const uchar4 v = data[i];
    atomicAdd(&local[warp][v.x >> 4], 1);
    atomicAdd(&local[warp][v.y >> 4], 1);
    atomicAdd(&local[warp][v.z >> 4], 1);
    atomicAdd(&local[warp][v.w >> 4], 1);
  }
  __syncthreads();
  if (threadIdx.x < bins) {
    unsigned sum = 0;
    for (int w = 0; w < 4; ++w) sum += local[w][threadIdx.x];
    atomicAdd(histogram + threadIdx.x, sum);
  }
}
__global__ void letters(const char* text, int n, unsigned* counts) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && text[i] >= 'a' && text[i] <= 'z') atomicAdd(&counts[text[i] - 'a'], 1u);
}

int main() {
  const int n = 40000;
  unsigned char* data;
  unsigned* histogram;
  cudaMallocManaged(&data, n);
  cudaMallocManaged(&histogram, 32 * sizeof(unsigned));
  unsigned x = 1;
  for (int i = 0; i < n; ++i) data[i] = (x = x * 1103515245u + 12345u) >> 24;
  unsigned expected[bins] = {};
  for (int i = 0; i < n; ++i) ++expected[data[i] / 16];
  for (int version = 0; version < 3; ++version) {
    memset(histogram, 0, 32 * sizeof(unsigned));
    if (version == 0) global_atomics<<<(n + 255) / 256, 256>>>(data, n, histogram);
    if (version == 1) privatised<<<10, 128>>>(data, n, histogram);
    if (version == 2) per_warp<<<10, 128>>>(reinterpret_cast<uchar4*>(data), n, histogram);
    cudaDeviceSynchronize();
    printf("version %d: %s, first %u, last %u\n", version,
           memcmp(histogram, expected, sizeof expected) ? "WRONG" : "right", histogram[0], histogram[bins - 1]);
  }
  const char* sentence = "the quick brown fox jumps over the lazy dog and runs away";
  const int length = strlen(sentence);
  memcpy(data, sentence, length);
  memset(histogram, 0, 32 * sizeof(unsigned));
  letters<<<1, 64>>>((const char*)data, length, histogram);
  cudaDeviceSynchronize();
  for (int i = 0; i < 26; ++i) printf("%c%u ", 'a' + i, histogram[i]);
  printf("\n");
}
