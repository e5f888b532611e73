// Device functions by pointers: one fetched from a symbol, a table in constant memory.
#include <cstdio>

typedef float (*op_t)(float, float);
__device__ float op_add(float a, float b) {
  return a + b;
}
__device__ float op_mul(float a, float b) {
  return a * b;
}
__device__ float op_max(float a, float b) {
  return a > b ? a : b;
}
__device__ op_t p_add = op_add;
__device__ op_t p_mul = op_mul;
__device__ op_t p_max = op_max;
__constant__ op_t table[3];

__global__ void apply(const float* a, const float* b, float* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = table[i % 3](a[i], b[i]);
}
__global__ void fold(const float* x, int n, op_t op, float* out) {
  float r = x[0];
  for (int i = 1; i < n; ++i) r = op(r, x[i]);
  *out = r;
}

int main() {
  op_t ops[3];
  cudaMemcpyFromSymbol(&ops[0], p_add, sizeof(op_t));
  cudaMemcpyFromSymbol(&ops[1], p_mul, sizeof(op_t));
  cudaMemcpyFromSymbol(&ops[2], p_max, sizeof(op_t));
  cudaMemcpyToSymbol(table, ops, sizeof ops);
  const int n = 100;
  float h[3][n], *d, *r, largest;
  for (int i = 0; i < n; ++i) h[0][i] = i, h[1][i] = 50 - i, h[2][i] = 0;
  cudaMalloc(&d, sizeof h);
  cudaMalloc(&r, sizeof(float));
  cudaMemcpy(d, h, 2 * sizeof h[0], cudaMemcpyHostToDevice);
  apply<<<2, 64>>>(d, d + n, d + 2 * n, n);
  fold<<<1, 1>>>(d + 2 * n, n, ops[2], r);
  cudaMemcpy(h[2], d + 2 * n, sizeof h[2], cudaMemcpyDeviceToHost);
  cudaMemcpy(&largest, r, sizeof largest, cudaMemcpyDeviceToHost);
  cudaFree(d);
  cudaFree(r);
  float e = -1e30f;
  for (int i = 0; i < n; ++i) {
    float a = i, b = 50 - i, c = i % 3 == 0 ? a + b : i % 3 == 1 ? a * b : (a > b ? a : b);
    if (h[2][i] != c) return 1;
    e = c > e ? c : e;
  }
  return largest == e ? 0 : 1;
}
