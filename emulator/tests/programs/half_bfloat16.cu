// bfloat16 has the range of float and eight bits of precision: conversions, pairs, accumulation in float.
#include <cuda_bf16.h>

#include <cstdio>

__global__ void convert(const float* in, unsigned short* bits, float* back, int n) {
  const int i = threadIdx.x;
  if (i >= n) return;
  const __nv_bfloat16 h = __float2bfloat16(in[i]);
  bits[i] = __bfloat16_as_ushort(h);
  back[i] = __bfloat162float(h);
}
__global__ void arithmetic(float x, float y, float* out) {
  const __nv_bfloat16 a = __float2bfloat16_rn(x), b = __float2bfloat16(y);
  int i = 0;
  out[i++] = __bfloat162float(__hadd(a, b)), out[i++] = __bfloat162float(a - b), out[i++] = __bfloat162float(a * b);
  out[i++] = __bfloat162float(a / b), out[i++] = __bfloat162float(__hfma(a, b, b)), out[i++] = float(-a);
  out[i++] = __hgt(a, b), out[i++] = a == b, out[i++] = __bfloat162float(__hmin(a, b));
  const __nv_bfloat162 p = __floats2bfloat162_rn(x, y), q = __hmul2(p, __bfloat162bfloat162(b));
  out[i++] = __low2float(q), out[i++] = __high2float(q);
}
// y = A x with A in bfloat16 and the sums in float.
__global__ void gemv(const __nv_bfloat16* a, const __nv_bfloat16* x, float* y, int rows, int columns) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0;
  for (int k = 0; k < columns; ++k) sum += __bfloat162float(a[row * columns + k]) * __bfloat162float(x[k]);
  y[row] = sum;
}

int main() {
  const int n = 8, rows = 20, columns = 16;
  float *f, *back;
  unsigned short* bits;
  __nv_bfloat16 *a, *x;
  cudaMallocManaged(&f, 64 * sizeof(float));
  cudaMallocManaged(&back, 64 * sizeof(float));
  cudaMallocManaged(&bits, 64 * sizeof(short));
  cudaMallocManaged(&a, rows * columns * sizeof *a);
  cudaMallocManaged(&x, columns * sizeof *x);
  const float values[n] = {1, -2.5f, 3.14159f, 1e-30f, 3e38f, 0.1f, 1.00390625f, 255.5f};
  for (int i = 0; i < n; ++i) f[i] = values[i];
  convert<<<1, 32>>>(f, bits, back, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%04x %g\n", bits[i], back[i]);
  arithmetic<<<1, 1>>>(1.5f, 0.75f, f);
  cudaDeviceSynchronize();
  for (int i = 0; i < 11; ++i) printf("%g ", f[i]);
  for (int i = 0; i < rows * columns; ++i) a[i] = __float2bfloat16(i % 7 - 3);
  for (int i = 0; i < columns; ++i) x[i] = __float2bfloat16(0.5f * i);
  gemv<<<1, 32>>>(a, x, f, rows, columns);
  cudaDeviceSynchronize();
  printf("\n%g %g %g\n", f[0], f[10], f[19]);
}
