// The special function unit of the hardware: the approximations that inline PTX names ...approx and from which the
// fast intrinsics and much of CUDA's mathematics library are made. The functions lie in the library, where the
// microscope does not take their tables for the program's.
#pragma once

namespace cuda_emulator {

// What one instruction does: denormal arguments and results become zeros of their sign ("ftz").
float rcp_approx_ftz(float x);
float rsqrt_approx_ftz(float x);
float sqrt_approx_ftz(float x);
float ex2_approx_ftz(float x);
float lg2_approx_ftz(float x);
float sin_approx_ftz(float x);
float cos_approx_ftz(float x);
float tanh_approx(float x);

// The same with denormal numbers, for which the compiler scales the argument and the result.
float rcp_approx(float x);
float rsqrt_approx(float x);
float sqrt_approx(float x);
float ex2_approx(float x);
float lg2_approx(float x);

// The seeds of double precision: of the argument and the result only the upper words count, the lower one is 0.
double rcp_approx_ftz_64(double x);
double rsqrt_approx_ftz_64(double x);

}  // namespace cuda_emulator
