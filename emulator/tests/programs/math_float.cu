// Single-precision functions: every one in the standard, printed with as many digits as CPU and GPU have in common.
#include <cstdio>

__global__ void powers(float x, float* out) {
  int i = 0;
  out[i++] = sqrtf(x), out[i++] = rsqrtf(x), out[i++] = cbrtf(x), out[i++] = rcbrtf(x);
  out[i++] = expf(x), out[i++] = exp2f(x), out[i++] = exp10f(x), out[i++] = expm1f(x);
  out[i++] = logf(x), out[i++] = log2f(x), out[i++] = log10f(x), out[i++] = log1pf(x);
  out[i++] = powf(x, 2.5f), out[i++] = hypotf(x, 2), out[i++] = rhypotf(x, 2), out[i++] = norm3df(x, 1, 2);
}
__global__ void angles(float x, float* out) {
  int i = 0;
  out[i++] = sinf(x), out[i++] = cosf(x), out[i++] = tanf(x), out[i++] = asinf(x);
  out[i++] = acosf(x), out[i++] = atanf(x), out[i++] = atan2f(x, -1), out[i++] = sinhf(x);
  out[i++] = coshf(x), out[i++] = tanhf(x), out[i++] = asinhf(x), out[i++] = acoshf(1 + x);
  out[i++] = atanhf(x), out[i++] = sinpif(x), out[i++] = cospif(x), out[i++] = erff(x);
}
__global__ void others(float x, float* out) {
  int i = 0, exponent, quotient;
  float whole, sine, cosine;
  out[i++] = erfcf(x), out[i++] = tgammaf(x), out[i++] = lgammaf(x), out[i++] = erfinvf(x);
  out[i++] = normcdff(x), out[i++] = j0f(x), out[i++] = y0f(x), out[i++] = j1f(x);
  out[i++] = frexpf(100 * x, &exponent) + exponent, out[i++] = ldexpf(x, 3), out[i++] = modff(10 * x, &whole) + whole;
  sincosf(x, &sine, &cosine);
  out[i++] = sine + cosine, out[i++] = remquof(7, x, &quotient) + quotient, out[i++] = logbf(x);
  out[i++] = fdimf(x, 0.25f), out[i++] = normcdfinvf(x);
}

int main() {
  float *out, host[16];
  cudaMalloc(&out, sizeof host);
  for (float x : {0.625f, 0.25f}) {
    for (int group = 0; group < 3; ++group) {
      if (group == 0) powers<<<1, 1>>>(x, out);
      if (group == 1) angles<<<1, 1>>>(x, out);
      if (group == 2) others<<<1, 1>>>(x, out);
      cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
      for (int i = 0; i < 16; ++i) printf("%.4f%c", host[i], i % 8 == 7 ? '\n' : ' ');
    }
  }
  cudaFree(out);
}
