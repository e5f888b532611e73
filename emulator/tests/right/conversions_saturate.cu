// Floating point to integers: in a kernel what does not fit becomes the nearest limit, in host code what the processor
// gives. Compared with the conversions whose rounding is in the name.
#include <cuda_fp16.h>

#include <cmath>
#include <cstdint>
#include <cstdio>

#define TO_BYTE(x) ((unsigned char)(x))

__device__ unsigned given_back(float x) {
  return (unsigned)x;
}
__device__ int given_back_signed(double x) {
  return x;
}
__host__ __device__ unsigned for_both(float x) {
  return static_cast<unsigned>(x);
}
template <class T, class F>
__device__ T converted(F x) {
  T first = static_cast<T>(x);
  return first == (T)x && first == T(x) ? first : T(77);
}

__global__ void convert(const float* values, const double* wide, int n, int* wrong) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    const float x = values[i];
    const double d = wide[i];
    const int s = x, sd = d;
    unsigned u = x, ud = d;
    long long l = x, ld = d;
    const unsigned long long v = x, vd = d;
    signed char byte = x;
    short word = d;
    int bad = s != __float2int_rz(x) || sd != __double2int_rz(d) || u != __float2uint_rz(x) ||
              ud != __double2uint_rz(d) || l != __float2ll_rz(x) || ld != __double2ll_rz(d) || v != __float2ull_rz(x) ||
              vd != __double2ull_rz(d);
    bad += byte != (signed char)__float2int_rz(x) || word != (short)__double2int_rz(d);
    bad += TO_BYTE(x) != (unsigned char)__float2uint_rz(x) || (uint16_t)d != (uint16_t)__double2uint_rz(d);
    bad += given_back(x) != u || given_back_signed(d) != sd || for_both(x) != u;
    bad += converted<unsigned>(x) != u || converted<int>(d) != sd || converted<std::uint64_t>(d) != vd ||
           converted<unsigned char>(x) != (unsigned char)u || converted<float>(x) != x * 1.0f && x == x;
    const __half h = __float2half(x);
    bad += (int)h != __half2int_rz(h) || (unsigned)h != __half2uint_rz(h);
    int indices[2] = {1, 0};
    bad += indices[(int)(x * 0.0f) & 1] != 1;
    atomicAdd(wrong, bad ? 1 : 0);
  }
}

int main() {
  const float values[] = {4294967296.0f, -1.5f,   3e9f,     0.0f / 0.0f, 1e30f,   -1e30f,        300.7f,
                          70000.5f,      1.5e19f, -9.3e18f, INFINITY,    9.3e18f, 2147483648.0f, -2147483648.0f,
                          -0.5f,         5e9f,    -5e9f,    0.0f,        17.99f};
  const int n = sizeof values / sizeof *values;
  float* x;
  double* d;
  int* wrong;
  cudaMallocManaged(&x, sizeof values);
  cudaMallocManaged(&d, 2 * sizeof values);
  cudaMallocManaged(&wrong, sizeof *wrong);
  for (int i = 0; i < n; ++i) d[i] = x[i] = values[i];
  *wrong = 0;
  convert<<<1, 32>>>(x, d, n, wrong);
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s, %d of %d wrong\n", cudaGetErrorString(error), *wrong, n);
  const bool right = error == cudaSuccess && *wrong == 0 && for_both(42.5f) == 42;
  cudaFree(x);
  cudaFree(d);
  cudaFree(wrong);
  return right ? 0 : 1;
}
