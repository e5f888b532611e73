// Read-only data: const __restrict__, __ldg, cache hints, const device arrays, constexpr tables, __grid_constant__.
#include <cstdio>

__device__ const float table[] = {0.5f, 1.5f, 2.5f, 3.5f};
constexpr int primes[] = {2, 3, 5, 7, 11};
__device__ constexpr int offset = 100;
const int block_size = 32;
enum { scale = 10 };
static const float half_pi = 1.57079633f;
struct Parameters {
  int values[4];
  float factor;
};
constexpr __host__ __device__ int cube(int x) {
  return x * x * x;
}

__global__ void read(const float* __restrict__ in, float* __restrict__ out, const int4* __restrict__ v, int n) {
  const int i = threadIdx.x;
  if (i >= n) return;
  const int4 w = __ldg(v + i);
  out[i] = __ldg(&in[i]) + table[i % 4] + w.x + w.y + w.z + w.w + __ldcg(in + i) + __ldcs(in + i);
  __stcg(out + n + i, __ldca(in + i) * 2);
  __stwt(out + 2 * n + i, 1.0f);
}
__global__ void constants(const __grid_constant__ Parameters p, float* out) {
  constexpr int local = cube(3);
  const int i = threadIdx.x;
  out[i] = p.values[i] * p.factor + offset + local + scale + block_size;
  out[4 + i] = cube(i) + half_pi;
}

int main() {
  const int n = 4;
  float *in, *out;
  int4* v;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, 3 * n * sizeof(float));
  cudaMallocManaged(&v, n * sizeof(int4));
  for (int i = 0; i < n; ++i) in[i] = i, v[i] = make_int4(i, 10 * i, 100 * i, primes[i]);
  read<<<1, block_size>>>(in, out, v, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < 3 * n; ++i) printf("%g ", out[i]);
  printf("\n");
  constants<<<1, 4>>>(Parameters{{1, 2, 3, 4}, 0.5f}, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < 8; ++i) printf("%.3f ", out[i]);
  printf("\n");
}
