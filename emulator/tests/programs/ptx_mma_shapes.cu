// Products of small matrices by the warp's tensor-core instruction, mma: the shapes and types of small integers and of
// 8-bit floating point. All types represent every result exactly.
#include <cuda_fp8.h>

#include <cstdio>

// The bits of element i, a number from -2 to 2.
__host__ __device__ int number(int i) {
  return (i * 7 + i / 5) % 5 - 2;
}
__device__ unsigned packed(int first, int step, int bits) {
  unsigned word = 0;
  for (int i = 0; i < 32 / bits; ++i) {
    word |= (static_cast<unsigned>(number(first + i * step)) & ((1u << bits) - 1)) << (bits * i);
  }
  return word;
}
__device__ unsigned packed_fp8(int first, int step) {
  unsigned word = 0;
  for (int i = 0; i < 4; ++i) {
    const __nv_fp8_e4m3 value(static_cast<float>(number(first + i * step)));
    word |= static_cast<unsigned>(value.__x) << (8 * i);
  }
  return word;
}

// A is m x k and row-major, B is k x 8 and column-major; a register holds neighbours along k.
__global__ void short_integers(int* sums) {
  const int row = threadIdx.x / 4, part = threadIdx.x % 4;
  const unsigned a = packed(16 * row + 4 * part, 1, 8), b = packed(16 * row + 4 * part + 3, 1, 8);
  int c0 = 100, c1 = 200, d0, d1;
  asm("mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {%0, %1}, {%2}, {%3}, {%4, %5};"
      : "=r"(d0), "=r"(d1)
      : "r"(a), "r"(b), "r"(c0), "r"(c1));
  sums[8 * row + 2 * part] = d0;
  sums[8 * row + 2 * part + 1] = d1;
}
__global__ void unsigned_integers(int* sums) {
  const int row = threadIdx.x / 4, part = threadIdx.x % 4;
  const unsigned a = 0x01020304u * (row + 1), b = 0xff000001u;
  int d0, d1;
  asm("mma.sync.aligned.m8n8k16.row.col.satfinite.s32.u8.u8.s32 {%0, %1}, {%2}, {%3}, {%4, %5};"
      : "=r"(d0), "=r"(d1)
      : "r"(a), "r"(b), "r"(0x7fffff00 + row), "r"(part));
  sums[8 * row + 2 * part] = d0;
  sums[8 * row + 2 * part + 1] = d1;
}
__global__ void eight_bit_floats(float* sums) {
  const int row = threadIdx.x / 4, part = threadIdx.x % 4;
  unsigned a[4], b[2];
  for (int i = 0; i < 4; ++i) a[i] = packed_fp8(32 * (row + 8 * (i % 2)) + 4 * part + 16 * (i / 2), 1);
  for (int i = 0; i < 2; ++i) b[i] = packed_fp8(32 * row + 4 * part + 16 * i + 1, 1);
  float d[4] = {};
  asm("mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
      "{%0, %1, %2, %3};"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
  for (int i = 0; i < 4; ++i) sums[8 * (row + 8 * (i / 2)) + 2 * part + i % 2] = d[i];
}

template <class T>
void show(const char* name, void (*kernel)(T*), int rows, const char* format) {
  T* sums;
  cudaMallocManaged(&sums, sizeof(T) * 128);
  kernel<<<1, 32>>>(sums);
  std::printf("%s: %s\n", name, cudaGetErrorString(cudaDeviceSynchronize()));
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < 8; ++column) std::printf(format, sums[8 * row + column]);
    std::printf("\n");
  }
  cudaFree(sums);
}
int main() {
  show<int>("m8n8k16 s8", short_integers, 8, " %4d");
  show<int>("m8n8k16 u8", unsigned_integers, 8, " %11d");
  show<float>("m16n8k32 e4m3", eight_bit_floats, 16, " %4.0f");
  int by_hand = 0;
  for (int k = 0; k < 16; ++k) by_hand += number(16 * 3 + k) * number(16 * 5 + k + 3);
  std::printf("row 3, column 5 by hand: %d\n", by_hand + 200);
}
