// %= makes the labels of a statement that is inlined or unrolled different ones.
#include <cstdio>

__device__ __forceinline__ int clamped(int x, int most) {
  asm volatile(
      "{\n\t"
      ".reg .pred p;\n\t"
      "setp.le.s32 p, %0, %1;\n\t"
      "@p bra DONE_%=;\n\t"
      "mov.s32 %0, %1;\n\t"
      "DONE_%=:\n\t"
      "}"
      : "+r"(x)
      : "r"(most));
  return x;
}

__global__ void clamp(int* out) {
  out[threadIdx.x] = clamped(threadIdx.x, 20) + 100 * clamped(threadIdx.x, 5);
}

int main() {
  int* out;
  cudaMallocManaged(&out, 32 * sizeof *out);
  clamp<<<1, 32>>>(out);
  bool right = cudaDeviceSynchronize() == cudaSuccess;
  for (int t = 0; t < 32; ++t) right = right && out[t] == (t < 20 ? t : 20) + 100 * (t < 5 ? t : 5);
  std::printf("%s\n", right ? "right" : "wrong");
  cudaFree(out);
  return right ? 0 : 1;
}
