// Checksums of results in half precision and bfloat16: one wrong bit in a million results changes the checksum.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cstdio>

__device__ unsigned bits(half v) {
  return __half_as_ushort(v);
}
__device__ unsigned bits(__nv_bfloat16 v) {
  return __bfloat16_as_ushort(v);
}
__device__ void make(unsigned b, half& v) {
  v = __ushort_as_half(static_cast<unsigned short>(b));
}
__device__ void make(unsigned b, __nv_bfloat16& v) {
  v = __ushort_as_bfloat16(static_cast<unsigned short>(b));
}

// Each thread combines one of the 65536 numbers with a few others. All NaNs count as the same value.
template <typename T>
__global__ void operations(unsigned long long* sums) {
  const unsigned first = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned state = first * 2654435761u + 12345u;
  T a, b, c;
  make(first, a);
  unsigned long long own[5] = {0, 0, 0, 0, 0};
  for (int i = 0; i < 16; ++i) {
    state = state * 1664525u + 1013904223u;
    make(i % 2 ? first ^ (state >> 20) : state >> 16, b);
    state = state * 1664525u + 1013904223u;
    make(state >> 16, c);
    const T results[5] = {__hadd(a, b), __hsub(a, b), __hmul(a, b), __hfma(a, b, c), __hmax(a, b)};
    for (int r = 0; r < 5; ++r) own[r] += (__hisnan(results[r]) ? 77777u : bits(results[r])) * (2ull * i + 1);
  }
  for (int r = 0; r < 5; ++r) atomicAdd(&sums[r], own[r] * (first % 1021 + 1));
}

__global__ void conversions(unsigned long long* sums) {
  const unsigned first = blockIdx.x * blockDim.x + threadIdx.x;
  const float f = __uint_as_float(first * 65537u + first / 3);
  if (f != f) return;
  const unsigned results[5] = {bits(__float2half_rn(f)), bits(__float2half_rz(f)), bits(__float2half_ru(f)),
                               bits(__float2half_rd(f)), bits(__float2bfloat16_rn(f))};
  for (int r = 0; r < 5; ++r) atomicAdd(&sums[r], results[r] * (first % 1021 + 1ull));
}

static void show(const char* what, unsigned long long* sums) {
  cudaDeviceSynchronize();
  printf("%s:", what);
  for (int r = 0; r < 5; ++r) {
    printf(" %llx", sums[r]);
    sums[r] = 0;
  }
  printf("\n");
}

int main() {
  unsigned long long* sums;
  cudaMallocManaged(&sums, 5 * sizeof *sums);
  cudaMemset(sums, 0, 5 * sizeof *sums);
  cudaDeviceSynchronize();
  operations<half><<<256, 256>>>(sums);
  show("half", sums);
  operations<__nv_bfloat16><<<256, 256>>>(sums);
  show("bfloat16", sums);
  conversions<<<256, 256>>>(sums);
  show("conversions", sums);
  cudaFree(sums);
}
