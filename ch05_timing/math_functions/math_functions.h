// Three ways to compute a mathematical function in float: the library's function, the hardware's approximation by its
// own name (an intrinsic), and the library's name compiled with --use_fast_math. How fast and how accurate is each?
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>

namespace math_functions {

inline constexpr int repeats = 64;  // calls per thread where speed is measured, so that memory is not the limit

// x and y point to n values each in device memory; x is not changed, y is overwritten; n may be 0. They do not wait for
// the device, and throw CudaError if the launch fails.
struct Calls {
  void (*evaluate)(const float* x, float* y, std::size_t n);  // y[i] = f(x[i])
  void (*repeat)(const float* x, float* y, std::size_t n,
                 float step);  // y[i] = f(x[i]) + f(x[i] + step) + ..., 64 terms
};

// The functions that are compared, in the order of the lists of calls below. Inputs are from [low, high). The bounds
// are errors in ulp against the exact result: half an ulp more than the CUDA documentation gives for the distance to
// the rounded result (library, intrinsics), or derived here from that documentation.
struct Function {
  const char *name, *library, *intrinsic;
  double (*exact)(double x);
  float low, high;
  double library_bound, intrinsic_bound, fast_math_bound;
};

inline constexpr double no_bound = std::numeric_limits<double>::max();  // any number, but not NaN or infinity

inline constexpr Function functions[] = {
    // __sinf: 2^-21.41 = 3.6e-7 absolute on [-pi, pi]. sin >= 0.479 here, where floats are 2^-25 apart: 12.1 ulp.
    {"sine", "sinf", "__sinf", [](double x) { return std::sin(x); }, 0.5f, 2.5f, 2.5, 12.6, 12.6},
    // Outside [-pi, pi] the error of __sinf has no bound: it does not reduce x to this range.
    {"sine of large x", "sinf", "__sinf", [](double x) { return std::sin(x); }, 1000, 10000, 2.5, no_bound, no_bound},
    // __expf: 2 + floor(1.173 x) ulp.
    {"exponential", "expf", "__expf", [](double x) { return std::exp(x); }, 0, 10, 2.5, 13.5, 13.5},
    {"logarithm", "logf", "__logf", [](double x) { return std::log(x); }, 4, 1000, 1.5, 3.5, 3.5},
    // __powf is exp2(2.5 log2 x). log2 x is in [1, 3) and up to 2 ulp off, 2^-21; times 2.5, rounded by 2^-22 at most,
    // and
    // times ln 2 this is a relative error of 1.0e-6, which is 17 of the smallest relative ulp, 2^-24; exp2 adds 2.5.
    {"x to the 2.5", "powf", "__powf", [](double x) { return std::pow(x, 2.5); }, 2, 8, 4.5, 19.5, 19.5},
    {"3 / x", "/", "__fdividef", [](double x) { return 3 / x; }, 1, 100, 0.5, 2.5, 2.5},
    // x * rsqrtf(x): 2.5 ulp of the factor are up to 5 of the product, and that is rounded.
    {"square root", "sqrtf", "x * rsqrtf(x)", [](double x) { return std::sqrt(x); }, 0.01f, 100, 0.5, 5.5, 1.5},
};
inline constexpr int count = static_cast<int>(sizeof functions / sizeof functions[0]);

// Distance of y from the sum of calls.repeat for x, relative to the sum of the terms' magnitudes; NaN if y is NaN.
inline double sum_error(const Function& function, float x, float step, float y) {
  double sum = 0, sizes = 0;
  for (int k = 0; k < repeats; ++k, x += step) {
    const double term = function.exact(static_cast<double>(x));
    sum += term;
    sizes += std::abs(term);
  }
  return std::abs(static_cast<double>(y) - sum) / sizes;
}

// Its bound, if a call is off by call_bound ulp: an ulp is at most 2^-23 of a term, and each addition rounds by at most
// half of that.
inline double sum_bound(double call_bound) {
  return (call_bound + repeats / 2.0) * 0x1p-23;
}

// The step between the arguments of calls.repeat, and the end of the range of x that keeps all of them in [low, high).
inline float step_of(const Function& function) {
  return (function.high - function.low) / 1024;
}
inline float last_start(const Function& function) {
  return function.high - repeats * step_of(function);
}

extern const Calls library[count];    // math_functions.cu
extern const Calls intrinsic[count];  // math_functions.cu
extern const Calls fast_math[count];  // fast_math.cu: the library's names again, compiled with --use_fast_math

}  // namespace math_functions
