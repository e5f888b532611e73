// Bit tricks in kernels: unions, bit fields, shifts, population counts, Gray codes, Morton codes, packed flags.
#include <cstdio>

union Word {
  unsigned u;
  float f;
  unsigned char bytes[4];
  struct {
    unsigned mantissa : 23, exponent : 8, sign : 1;
  } parts;
};
__device__ unsigned spread(unsigned x) {
  x &= 0xffff;
  x = (x | x << 8) & 0x00ff00ff;
  x = (x | x << 4) & 0x0f0f0f0f;
  x = (x | x << 2) & 0x33333333;
  return (x | x << 1) & 0x55555555;
}
__global__ void take_apart(const float* in, unsigned* out, int n) {
  const int i = threadIdx.x;
  if (i >= n) return;
  Word w;
  w.f = in[i];
  out[3 * i] = w.parts.sign, out[3 * i + 1] = w.parts.exponent, out[3 * i + 2] = w.parts.mantissa;
}
__global__ void codes(unsigned* out) {
  const unsigned i = threadIdx.x;
  out[i] = i ^ i >> 1;                                  // Gray
  out[8 + i] = spread(i) | spread(7 - i) << 1;          // Morton
  out[16 + i] = (i & -i) + (i && !(i & (i - 1)) << 4);  // lowest bit, power of two?
  unsigned x = i * 0x9e3779b9u;
  x = x << 7 | x >> 25;
  out[24 + i] = x;
  out[32 + i] = (unsigned)(((unsigned long long)i << 40) >> 38) + ((int)(0x80000000u + i) >> 28);
}
__global__ void flags(unsigned* words, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    if (i % 3 == 0) atomicOr(&words[i / 32], 1u << i % 32);
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    int count = 0;
    for (int w = 0; w < (n + 31) / 32; ++w) count += __popc(words[w]);
    words[0] = count;
  }
}

int main() {
  float* in;
  unsigned* out;
  cudaMallocManaged(&in, 4 * sizeof(float));
  cudaMallocManaged(&out, 40 * sizeof(unsigned));
  in[0] = 1, in[1] = -2.5f, in[2] = 0.1f, in[3] = 1e30f;
  take_apart<<<1, 4>>>(in, out, 4);
  cudaDeviceSynchronize();
  for (int i = 0; i < 12; ++i) printf("%u ", out[i]);
  printf("\n");
  codes<<<1, 8>>>(out);
  cudaDeviceSynchronize();
  for (int i = 0; i < 40; ++i) printf("%x%c", out[i], i % 8 == 7 ? '\n' : ' ');
  cudaMemset(out, 0, 40 * sizeof(unsigned));
  flags<<<1, 64>>>(out, 1000);
  cudaDeviceSynchronize();
  printf("%u\n", out[0]);
}
