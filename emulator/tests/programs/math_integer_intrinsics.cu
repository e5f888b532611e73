// Integer intrinsics: counting and reversing bits, permuting bytes, high products, sums of differences, funnel shifts.
#include <cstdio>

__global__ void bits(unsigned x, unsigned long long y, int* out) {
  int i = 0;
  out[i++] = __popc(x), out[i++] = __popcll(y), out[i++] = __clz(x), out[i++] = __clzll(y), out[i++] = __ffs(x);
  out[i++] = __ffsll(y), out[i++] = __clz(0), out[i++] = __ffs(0), out[i++] = __brev(x),
  out[i++] = (int)(__brevll(y) >> 32);
}
__global__ void bytes(unsigned a, unsigned b, unsigned* out) {
  int i = 0;
  out[i++] = __byte_perm(a, b, 0x5140), out[i++] = __byte_perm(a, b, 0x7362), out[i++] = __byte_perm(a, b, 0x0123);
  out[i++] = __byte_perm(a, b, 0xba98);  // only three bits of each digit are used
  out[i++] = __funnelshift_l(a, b, 8), out[i++] = __funnelshift_r(a, b, 8), out[i++] = __funnelshift_lc(a, b, 40);
  out[i++] = __funnelshift_rc(a, b, 40), out[i++] = __funnelshift_l(a, b, 35);
}
__global__ void products(int a, int b, unsigned u, unsigned v, long long* out) {
  int i = 0;
  out[i++] = __mulhi(a, b), out[i++] = __umulhi(u, v), out[i++] = __mul24(a, b), out[i++] = __umul24(u, v);
  out[i++] = __mul64hi(1LL << 40, 1LL << 41), out[i++] = (long long)__umul64hi(~0ull, ~0ull);
  out[i++] = __sad(a, b, 10), out[i++] = __usad(u, v, 10), out[i++] = __hadd(a, b), out[i++] = __rhadd(a, b);
  out[i++] = __uhadd(u, v), out[i++] = __urhadd(u, v);
}

int main() {
  int* n;
  unsigned* u;
  long long* l;
  cudaMallocManaged(&n, 10 * sizeof *n);
  cudaMallocManaged(&u, 9 * sizeof *u);
  cudaMallocManaged(&l, 12 * sizeof *l);
  for (unsigned x : {0x00012340u, 0xffffffffu, 1u}) {
    bits<<<1, 1>>>(x, (unsigned long long)x << 20, n);
    cudaDeviceSynchronize();
    for (int i = 0; i < 10; ++i) printf("%d ", n[i]);
    printf("\n");
  }
  bytes<<<1, 1>>>(0x89abcdefu, 0x01234567u, u);
  products<<<1, 1>>>(-123456789, 987654321, 4000000000u, 3000000001u, l);
  cudaDeviceSynchronize();
  for (int i = 0; i < 9; ++i) printf("%08x ", u[i]);
  printf("\n");
  for (int i = 0; i < 12; ++i) printf("%lld ", l[i]);
  printf("\n");
}
