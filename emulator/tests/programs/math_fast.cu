// options: -use_fast_math
// -use_fast_math: in device code functions, divisions and roots are the hardware's approximations, in host code not.
#include <cmath>
#include <cstdio>

struct Pair {
  float a, b;
  __host__ __device__ Pair operator/(float s) const { return {a / s, b / s}; }
};

__host__ __device__ float ratio(float a, float b) {
  return a / b;
}

__device__ float settle(float x, float y) {
  x /= y + 1;
  return (x + y) / (x - y) / 3.0f;
}

__global__ void functions(const float* in, unsigned* out, int n) {
  for (int k = 0; k < n / 2; ++k) {
    const float x = in[2 * k], y = in[2 * k + 1];
    const float length = sqrtf(x * x + y * y);
    const Pair pair = Pair{x, y} / 7;
    const float values[] = {sinf(x), std::cos(x),        tanf(x),         expf(x),    exp2f(x),      exp10f(x),
                            logf(y), log2f(y),           std::log10(y),   powf(y, x), powf(y, 2.0f), tanhf(x),
                            x / y,   ratio(x, y),        1.0f / sqrtf(y), length,     settle(x, y),  pair.a,
                            pair.b,  1 / (1 + expf(-x)), rsqrtf(y),       2 / y};
    float s, c;
    sincosf(x, &s, &c);
    for (float v : values) *out++ = __float_as_uint(v);
    *out++ = __float_as_uint(s), *out++ = __float_as_uint(c), *out++ = n / 5;
    *out++ = __float_as_uint((float)(x / 3.0));
  }
}

int main() {
  const float given[] = {0.25f, 1.75f, -1.3f, 0.003f, 5.5f, 123.4f, 20, 7.7f};
  const int n = sizeof given / sizeof *given, results = 26;
  float* in;
  unsigned* out;
  cudaMallocManaged(&in, sizeof given), cudaMallocManaged(&out, n / 2 * results * sizeof *out);
  for (int i = 0; i < n; ++i) in[i] = given[i];
  functions<<<1, 1>>>(in, out, n);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  for (int i = 0; i < n / 2 * results; ++i) printf("%08x%c", out[i], (i + 1) % 13 ? ' ' : '\n');
  for (int i = 0; i < n; i += 2)
    printf("host: %a %a %a\n", ratio(in[i], in[i + 1]), std::exp(in[i]), std::sqrt(in[i + 1]));
}
