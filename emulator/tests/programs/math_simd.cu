// SIMD within a word, on two halves or four bytes: saturating addition, comparisons, dot products.
#include <cstdio>

__global__ void bytes(unsigned a, unsigned b, unsigned* out) {
  int i = 0;
  out[i++] = __vadd4(a, b), out[i++] = __vsub4(a, b), out[i++] = __vaddus4(a, b), out[i++] = __vsubus4(a, b);
  out[i++] = __vaddss4(a, b), out[i++] = __vsubss4(a, b), out[i++] = __vabsdiffu4(a, b), out[i++] = __vabsdiffs4(a, b);
  out[i++] = __vmaxu4(a, b), out[i++] = __vminu4(a, b), out[i++] = __vmaxs4(a, b), out[i++] = __vmins4(a, b);
  out[i++] = __vavgu4(a, b), out[i++] = __vcmpeq4(a, b), out[i++] = __vcmpgtu4(a, b), out[i++] = __vsetlts4(a, b);
  out[i++] = __vsadu4(a, b), out[i++] = __vneg4(a), out[i++] = __vabs4(a), out[i++] = __vhaddu4(a, b);
}
__global__ void halves(unsigned a, unsigned b, unsigned* out) {
  int i = 0;
  out[i++] = __vadd2(a, b), out[i++] = __vsub2(a, b), out[i++] = __vaddus2(a, b), out[i++] = __vsubss2(a, b);
  out[i++] = __vmaxs2(a, b), out[i++] = __vminu2(a, b), out[i++] = __vabsdiffu2(a, b), out[i++] = __vcmpges2(a, b);
  out[i++] = __vsetne2(a, b), out[i++] = __vsads2(a, b), out[i++] = __vavgs2(a, b), out[i++] = __vnegss2(a);
}
__global__ void dots(int a, int b, int* out) {
  out[0] = __dp4a(a, b, 1000);
  out[1] = (int)__dp4a((unsigned)a, (unsigned)b, 7u);
  out[2] = __dp2a_lo(a, b, 0);
  out[3] = __dp2a_hi(a, b, 0);
}
// The sum of absolute differences of two 8-bit images, four pixels at a time.
__global__ void distance(const unsigned* p, const unsigned* q, int n, unsigned* sum) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(sum, __vsadu4(p[i], q[i]));
}

int main() {
  unsigned* out;
  int* n;
  cudaMallocManaged(&out, 64 * sizeof *out);
  cudaMallocManaged(&n, 4 * sizeof *n);
  const unsigned pairs[][2] = {{0x01ff7f80u, 0x02017f81u}, {0xdeadbeefu, 0x12345678u}};
  for (auto& pair : pairs) {
    bytes<<<1, 1>>>(pair[0], pair[1], out);
    halves<<<1, 1>>>(pair[0], pair[1], out + 20);
    dots<<<1, 1>>>(pair[0], pair[1], n);
    cudaDeviceSynchronize();
    for (int i = 0; i < 32; ++i) printf("%08x%c", out[i], i % 8 == 7 ? '\n' : ' ');
    printf("%d %d %d %d\n", n[0], n[1], n[2], n[3]);
  }
  for (int i = 0; i < 20; ++i) out[i] = 0x10101010u * (i % 4), out[20 + i] = 0x01010101u * i;
  out[40] = 0;
  distance<<<1, 32>>>(out, out + 20, 20, out + 40);
  cudaDeviceSynchronize();
  printf("distance %u\n", out[40]);
}
