// nvcc -extended-lambda numbers.cu && ./a.out
// A sum over the bits of each function's results, and of products and sums that become one operation: the native
// emulator prints the same. Arguments are random bits of numbers of all sizes, and ordinary ones.
#include <cmath>
#include <cstdio>
#include <cstring>

constexpr int count = 20000;

template <class T>
struct Three {
  T x, y, z;
};

__device__ unsigned long long random_bits(unsigned long long* state) {
  *state += 0x9E3779B97F4A7C15u;
  unsigned long long bits = (*state ^ *state >> 30) * 0xBF58476D1CE4E5B9u;
  bits = (bits ^ bits >> 27) * 0x94D049BB133111EBu;
  return bits ^ bits >> 31;
}

// NaNs are made quiet: what a C library's functions do with others differs.
__device__ float any(unsigned long long bits, float) {
  if (!(bits & 1)) return static_cast<float>(static_cast<int>(bits >> 32)) * 1e-8f;
  const unsigned word = static_cast<unsigned>(bits >> 32);
  return __uint_as_float(isnan(__uint_as_float(word)) ? word | 1u << 22 : word);
}
__device__ double any(unsigned long long bits, double) {
  if (!(bits & 1)) return static_cast<double>(static_cast<int>(bits >> 32)) * 1e-8;
  const long long word = static_cast<long long>(random_bits(&bits));
  return __longlong_as_double(isnan(__longlong_as_double(word)) ? word | 1ll << 51 : word);
}

// All NaNs are one: their bits are nobody's business.
__device__ unsigned long long bits_of(float value) {
  return value == value ? __float_as_uint(value) : 1;
}
__device__ unsigned long long bits_of(double value) {
  return value == value ? static_cast<unsigned long long>(__double_as_longlong(value)) : 1;
}

template <class T, class F>
__global__ void sum_bits(unsigned long long seed, F function, unsigned long long* sum) {
  unsigned long long state = seed, all = 0;
  for (int i = 0; i < count; ++i) {
    const T x = any(random_bits(&state), T()), y = any(random_bits(&state), T()), z = any(random_bits(&state), T());
    all = all * 31 + bits_of(function(x, y, z));
  }
  *sum = all;
}

template <class T, class F>
void show(const char* name, F function) {
  unsigned long long *d_sum = nullptr, sum = 0;
  cudaMalloc(&d_sum, sizeof sum);
  sum_bits<T><<<1, 1>>>(1, function, d_sum);
  cudaMemcpy(&sum, d_sum, sizeof sum, cudaMemcpyDeviceToHost);
  cudaFree(d_sum);
  std::printf("%-24s %016llx\n", name, sum);
}

#define ONE(T, f) show<T>(#f " " #T, [] __device__(T x, T, T) { return T(f(x)); });
#define TWO(T, f) show<T>(#f " " #T, [] __device__(T x, T y, T) { return T(f(x, y)); });
#define FUSED(T, form) show<T>(#form " " #T, [] __device__(T x, T y, [[maybe_unused]] T z) { return (form); });

template <class T>
__device__ T polynomial(T x, T y, T z) {
  T sum = x;
  for (int i = 0; i < 4; ++i) sum = sum * y + z;
  return sum;
}

template <class T>
void show_all() {
  show<T>("fma", [] __device__(T x, T y, T z) { return std::fma(x, y, z); });
  FUSED(T, x * y + z)
  FUSED(T, x * y - z)
  FUSED(T, z - x * y)
  FUSED(T, x * y + y * z)
  FUSED(T, (x * y + z) * (x * y - z))
  FUSED(T, x * y + x * y * z)
  show<T>("polynomial", [] __device__(T x, T y, T z) { return polynomial(x, y, z); });
  TWO(T, std::fmod)
  TWO(T, std::remainder)
  TWO(T, std::fmin)
  ONE(T, std::sqrt)
  ONE(T, std::rint)
  ONE(T, std::round)
  FUSED(T, x / y)
  show<T>("to int", [] __device__(T x, T, T) { return T(static_cast<int>(x)); });
  show<T>("to unsigned", [] __device__(T x, T, T) { return T(static_cast<unsigned>(x)); });
  show<T>("to long long", [] __device__(T x, T, T) { return T(static_cast<long long>(x)); });
  ONE(T, std::exp)
  ONE(T, std::exp2)
  ONE(T, std::expm1)
  ONE(T, std::log)
  ONE(T, std::log2)
  ONE(T, std::log1p)
  ONE(T, std::sin)
  ONE(T, std::cos)
  ONE(T, std::tan)
  ONE(T, std::asin)
  ONE(T, std::atan)
  ONE(T, std::sinh)
  ONE(T, std::tanh)
  ONE(T, std::erf)
  ONE(T, std::tgamma)
  ONE(T, std::cbrt)
  ONE(T, rsqrt)
  ONE(T, normcdf)
  TWO(T, std::pow)
  TWO(T, std::atan2)
  TWO(T, std::hypot)
}

int main() {
  show_all<float>();
  show_all<double>();
  ONE(float, __expf)
  ONE(float, __logf)
  ONE(float, __sinf)
  TWO(float, __powf)
  TWO(float, __fdividef)
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
