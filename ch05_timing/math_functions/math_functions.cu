// The library's functions guarantee a bound on their error for every argument (0 to 4 ulp for those here, by the CUDA
// documentation), which takes more instructions. The special function unit approximates sine, exponential, logarithm,
// reciprocal and reciprocal square root in one instruction each. An intrinsic (two underscores) is that instruction,
// with few others around it.
#include "ch05_timing/math_functions/apply.h"

namespace math_functions {
namespace {

// ---- An intrinsic that is called by its own name is used only where it is written: you choose which result may be
// less accurate.
struct FastSine {
  static __device__ float call(float x) { return __sinf(x); }
};
struct FastExponential {
  static __device__ float call(float x) { return __expf(x); }
};
struct FastLogarithm {
  static __device__ float call(float x) { return __logf(x); }
};
struct FastPower {
  static __device__ float call(float x) { return __powf(x, 2.5f); }
};
struct FastQuotient {
  static __device__ float call(float x) { return __fdividef(3.0f, x); }
};

// No intrinsic approximates the square root. The special function unit gives 1 / sqrt(x), and x times that is the root.
struct FastRoot {
  static __device__ float call(float x) { return x * rsqrtf(x); }
};

}  // namespace

// The same order as functions[].
const Calls library[count] = {calls<Sine>,  calls<Sine>,     calls<Exponential>, calls<Logarithm>,
                              calls<Power>, calls<Quotient>, calls<Root>};
const Calls intrinsic[count] = {calls<FastSine>,  calls<FastSine>,     calls<FastExponential>, calls<FastLogarithm>,
                                calls<FastPower>, calls<FastQuotient>, calls<FastRoot>};

}  // namespace math_functions
