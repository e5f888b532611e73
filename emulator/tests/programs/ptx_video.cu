// Inline PTX on the bytes and halves of a word: differences, sums, minima and maxima.
#include <cstdio>

__device__ unsigned sum_of_differences(unsigned a, unsigned b, unsigned c) {
  unsigned sum;
  asm("vabsdiff4.u32.u32.u32.add %0, %1, %2, %3;" : "=r"(sum) : "r"(a), "r"(b), "r"(c));
  return sum;
}

__global__ void words(const uint2* in, int count) {
  for (int i = 0; i < count; ++i) {
    const unsigned a = in[i].x, b = in[i].y;
    unsigned added, saturated, larger, halves, average;
    asm("vadd4.u32.u32.u32 %0, %1, %2, %3;" : "=r"(added) : "r"(a), "r"(b), "r"(0));
    asm("vadd4.s32.s32.s32.sat %0, %1, %2, %3;" : "=r"(saturated) : "r"(a), "r"(b), "r"(0));
    asm("vmax4.s32.s32.s32 %0, %1, %2, %3;" : "=r"(larger) : "r"(a), "r"(b), "r"(0));
    asm("vsub2.u32.u32.u32.sat %0, %1, %2, %3;" : "=r"(halves) : "r"(a), "r"(b), "r"(0));
    asm("vavrg4.u32.u32.u32 %0, %1, %2, %3;" : "=r"(average) : "r"(a), "r"(b), "r"(0));
    printf("%08x %08x: %u %08x %08x %08x %08x %08x\n", a, b, sum_of_differences(a, b, 1000), added, saturated, larger,
           halves, average);
  }
}

int main() {
  const uint2 pairs[] = {{0x01020304, 0x04030201}, {0xff80007f, 0x017f00ff}, {0x80818283, 0x7f7e7d7c}, {0, 0xffffffff}};
  uint2* in;
  cudaMalloc(&in, sizeof pairs);
  cudaMemcpy(in, pairs, sizeof pairs, cudaMemcpyHostToDevice);
  words<<<1, 1>>>(in, 4);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  cudaFree(in);
}
