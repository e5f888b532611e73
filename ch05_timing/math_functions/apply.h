// The two kernels and the calls of the library's functions, for math_functions.cu and for fast_math.cu, which are
// compiled with different options. Everything is local to each file, so that the linker cannot merge the two versions.
#pragma once

#include "ch05_timing/math_functions/math_functions.h"
#include "common/check.h"

namespace math_functions {
namespace {

constexpr int block_size = 256;

template <typename F>
__global__ void evaluate_kernel(const float* x, float* y, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < n) y[i] = F::call(x[i]);
}

// One load and one store for 64 calls; all versions have the same two additions per call.
template <typename F>
__global__ void repeat_kernel(const float* x, float* y, std::size_t n, float step) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i >= n) return;

  float argument = x[i], sum = 0;
  for (int k = 0; k < repeats; ++k) {
    sum += F::call(argument);
    argument += step;
  }
  y[i] = sum;
}

template <typename F>
void evaluate(const float* x, float* y, std::size_t n) {
  evaluate_kernel<F><<<blocks_for(n, block_size), block_size>>>(x, y, n);
  check(cudaGetLastError());
}

template <typename F>
void repeat(const float* x, float* y, std::size_t n, float step) {
  repeat_kernel<F><<<blocks_for(n, block_size), block_size>>>(x, y, n, step);
  check(cudaGetLastError());
}

template <typename F>
constexpr Calls calls = {evaluate<F>, repeat<F>};

struct Sine {
  static __device__ float call(float x) { return sinf(x); }
};
struct Exponential {
  static __device__ float call(float x) { return expf(x); }
};
struct Logarithm {
  static __device__ float call(float x) { return logf(x); }
};
struct Power {
  static __device__ float call(float x) { return powf(x, 2.5f); }
};
struct Quotient {
  static __device__ float call(float x) { return 3.0f / x; }
};
struct Root {
  static __device__ float call(float x) { return sqrtf(x); }
};

}  // namespace
}  // namespace math_functions
