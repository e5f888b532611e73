// Double-precision functions, and overloads for float and double with the same name.
#include <cmath>
#include <cstdio>

template <typename T>
__global__ void overloads(T x, T* out) {
  int i = 0;
  out[i++] = sqrt(x), out[i++] = exp(x), out[i++] = log(x), out[i++] = pow(x, T(3)), out[i++] = sin(x);
  out[i++] = cos(x), out[i++] = tan(x), out[i++] = fabs(-x), out[i++] = floor(-x), out[i++] = ceil(x);
  out[i++] = fmod(T(7), x), out[i++] = fmax(x, T(1)), out[i++] = fmin(x, T(1)), out[i++] = abs(-x),
  out[i++] = atan2(x, x);
}
__global__ void specials(double x, double* out) {
  int i = 0;
  out[i++] = erf(x), out[i++] = tgamma(x), out[i++] = lgamma(x), out[i++] = cbrt(x), out[i++] = rsqrt(x);
  out[i++] = exp10(x), out[i++] = log1p(x), out[i++] = expm1(x), out[i++] = sinpi(x), out[i++] = normcdf(x);
  out[i++] = j0(x), out[i++] = jn(2, x), out[i++] = norm4d(x, 1.0, 2.0, 3.0), out[i++] = erfcx(x),
  out[i++] = cyl_bessel_i0(x);
}
__global__ void exact(double a, double b, long long* out) {
  int i = 0;
  out[i++] = __double_as_longlong(__dadd_rn(a, b)), out[i++] = __double_as_longlong(__dadd_rz(a, b));
  out[i++] = __double_as_longlong(__dadd_ru(a, b)), out[i++] = __double_as_longlong(__dadd_rd(a, b));
  out[i++] = __double_as_longlong(__dmul_rn(a, b)), out[i++] = __double_as_longlong(__ddiv_rn(a, b));
  out[i++] = __double_as_longlong(__dsqrt_rn(a)), out[i++] = __double_as_longlong(__drcp_rn(b));
  out[i++] = __double_as_longlong(__fma_rn(a, b, -a)), out[i++] = __double_as_longlong(fma(a, b, 1.0));
  out[i++] = __double_as_longlong(__dmul_ru(a, b)), out[i++] = __double_as_longlong(__ddiv_rd(a, b));
  out[i++] = __double_as_longlong(__dsqrt_ru(b)), out[i++] = __double_as_longlong(nextafter(a, b));
  out[i++] = __double2hiint(a), out[i++] = __double_as_longlong(__hiloint2double(__double2hiint(a), __double2loint(b)));
}

int main() {
  float *f, host_f[15];
  double *d, host_d[15];
  long long *bits, host[16];
  cudaMalloc(&f, sizeof host_f);
  cudaMalloc(&d, sizeof host_d);
  cudaMalloc(&bits, sizeof host);
  overloads<<<1, 1>>>(1.75f, f);
  cudaMemcpy(host_f, f, sizeof host_f, cudaMemcpyDeviceToHost);
  for (float v : host_f) printf("%.4f ", v);
  overloads<<<1, 1>>>(1.75, d);
  cudaMemcpy(host_d, d, sizeof host_d, cudaMemcpyDeviceToHost);
  printf("\n");
  for (double v : host_d) printf("%.11f ", v);
  specials<<<1, 1>>>(0.75, d);
  cudaMemcpy(host_d, d, sizeof host_d, cudaMemcpyDeviceToHost);
  printf("\n");
  for (double v : host_d) printf("%.11f ", v);
  printf("\n");
  exact<<<1, 1>>>(1.0 / 3, 0.1, bits);
  cudaMemcpy(host, bits, sizeof host, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 16; ++i) printf("%llx%c", host[i], i % 4 == 3 ? '\n' : ' ');
}
