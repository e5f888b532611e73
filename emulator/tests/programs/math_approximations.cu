// The hardware's approximate functions: the bits of some results, and a checksum over arguments of all magnitudes.
#include <cstdio>

enum Function {
  EXP,
  EXP10,
  LOG,
  LOG2,
  LOG10,
  SIN,
  COS,
  TAN,
  TANH,
  RSQRT,
  POWER,
  QUOTIENT,
  INLINE_EX2,
  INLINE_LG2,
  INLINE_RCP,
  INLINE_SQRT,
  COUNT
};
const char* const names[] = {"__expf",         "__exp10f",       "__logf",         "__log2f",
                             "__log10f",       "__sinf",         "__cosf",         "__tanf",
                             "tanh.approx",    "rsqrtf",         "__powf",         "__fdividef",
                             "ex2.approx.ftz", "lg2.approx.ftz", "rcp.approx.ftz", "sqrt.approx.ftz"};

__device__ float value(int function, float x, float y) {
  float r = 0;
  switch (function) {
    case EXP:
      return __expf(x);
    case EXP10:
      return __exp10f(x);
    case LOG:
      return __logf(x);
    case LOG2:
      return __log2f(x);
    case LOG10:
      return __log10f(x);
    case SIN:
      return __sinf(x);
    case COS:
      return __cosf(x);
    case TAN:
      return __tanf(x);
    case TANH:
      asm("tanh.approx.f32 %0, %1;" : "=f"(r) : "f"(x));
      return r;
    case RSQRT:
      return rsqrtf(x);
    case POWER:
      return __powf(x, y);
    case QUOTIENT:
      return __fdividef(y, x);
    case INLINE_EX2:
      asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x));
      return r;
    case INLINE_LG2:
      asm("lg2.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x));
      return r;
    case INLINE_RCP:
      asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x));
      return r;
    case INLINE_SQRT:
      asm("sqrt.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x));
      return r;
  }
  return r;
}

__device__ unsigned bits(float x) {
  return x != x ? 0x7fffffff : __float_as_uint(x);
}

__global__ void sum(int function, unsigned long long* total) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const float x = __uint_as_float(i << 16 | ((i * 40503) & 0xffff));  // every sign, exponent and leading bits
  const unsigned long long mixed = (bits(value(function, x, 1.3f)) + 1ull) * (2ull * i + 1);
  atomicAdd(total, mixed ^ mixed >> 29);
}

__global__ void some(int function, const float* x, unsigned* out) {
  out[threadIdx.x] = bits(value(function, x[threadIdx.x], 2.5f));
}

__global__ void halves_and_seeds() {
  for (int i = 1; i < 6; ++i) {
    const unsigned short h = 0x3a01 + 0x137 * i;
    const double d = i * 1.37;
    unsigned short power, tangent;
    double reciprocal, root;
    asm("ex2.approx.f16 %0, %1;" : "=h"(power) : "h"(h));
    asm("tanh.approx.f16 %0, %1;" : "=h"(tangent) : "h"(h));
    asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(reciprocal) : "d"(d));
    asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(root) : "d"(d));
    printf("%04x: %04x %04x, %.2f: %016llx %016llx\n", h, power, tangent, d, __double_as_longlong(reciprocal),
           __double_as_longlong(root));
  }
}

int main() {
  const float arguments[] = {0.1f, 0.7f, 1, 1.5f, 3.14159f, -0.3f, 10, 88, -100, 1e-3f, 1e-40f, 12345.678f};
  const int count = sizeof arguments / sizeof *arguments;
  float* x;
  unsigned* out;
  unsigned long long* total;
  cudaMallocManaged(&x, sizeof arguments), cudaMallocManaged(&out, count * sizeof *out),
      cudaMallocManaged(&total, sizeof *total);
  for (int i = 0; i < count; ++i) x[i] = arguments[i];
  for (int function = 0; function < COUNT; ++function) {
    *total = 0;
    some<<<1, count>>>(function, x, out);
    sum<<<256, 256>>>(function, total);
    cudaDeviceSynchronize();
    printf("%-15s %016llx", names[function], *total);
    for (int i = 0; i < count; ++i) printf(" %08x", out[i]);
    printf("\n");
  }
  halves_and_seeds<<<1, 1>>>();
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
