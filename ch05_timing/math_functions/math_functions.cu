// The library's functions keep a bound on their error for every argument (0 to 4 ulp for those here, by the CUDA
// documentation), and pay for it with instructions. The hardware has a unit that approximates sine, exponential,
// logarithm, reciprocal and reciprocal root in one instruction each. An intrinsic (two underscores) is that
// instruction, with hardly anything around it.
#include "ch05_timing/math_functions/apply.h"

namespace math_functions {
namespace {

// ---- By its own name an intrinsic is used where it is written and nowhere else: you choose which result may be
// coarse.
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

// No intrinsic gives a coarse root; the reciprocal root comes from the special unit, and x / sqrt(x) is the root.
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
