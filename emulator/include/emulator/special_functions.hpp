// The special function unit of the hardware: the approximations that inline PTX calls ...approx and from which the fast
// intrinsics and much of CUDA's mathematics library are made. The functions are in the library, where the microscope
// does not mistake their tables for the program's.
#pragma once

namespace cuda_emulator {

// The result of one instruction: denormal arguments and results become zeros of their sign ("ftz").
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

// The seeds of double precision: only the upper words of the argument and the result are used, the lower one is 0.
double rcp_approx_ftz_64(double x);
double rsqrt_approx_ftz_64(double x);

}  // namespace cuda_emulator
