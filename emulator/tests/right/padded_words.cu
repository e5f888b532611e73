// Each thread stores eleven bytes of a record and copies it as two words: the last five bytes are padding.
#include <cstdio>

__global__ void records(long long* out, int threads) {
  __shared__ long long words[32][2];
  signed char* const mine = reinterpret_cast<signed char*>(words[threadIdx.x]);
  for (int i = 0; i < 11; ++i) mine[i] = static_cast<signed char>(threadIdx.x + i);
  for (int w = 0; w < 2; ++w) out[w * threads + threadIdx.x] = words[threadIdx.x][w];
}

int main() {
  const int threads = 32;
  long long copied[2 * threads], *out;
  cudaMalloc(&out, sizeof copied);
  records<<<1, threads>>>(out, threads);
  cudaMemcpy(copied, out, sizeof copied, cudaMemcpyDeviceToHost);
  cudaFree(out);
  int sum = 0;
  for (int t = 0; t < threads; ++t) {
    signed char bytes[16];
    for (int b = 0; b < 16; ++b) bytes[b] = static_cast<signed char>(copied[b / 8 * threads + t] >> 8 * (b % 8));
    for (int b = 0; b < 11; ++b) sum += bytes[b];
  }
  printf("%d\n", sum);
}
