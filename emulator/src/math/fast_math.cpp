// The functions that sources compiled with -use_fast_math call instead of the C library's:
// include/emulator/fast_names.hpp.
#include <cmath>

#include "emulator/special_functions.hpp"
#include "engine/running.hpp"

namespace {

using namespace cuda_emulator;

float ex2_of_product(float x, float factor) {
  return ex2_approx_ftz(x * factor);
}

}  // namespace

extern "C" {
float cuda_emulator_fast_expf(float x) {
  return in_kernel() ? ex2_of_product(x, 1.4426950408889634f) : expf(x);
}
float cuda_emulator_fast_exp2f(float x) {
  return in_kernel() ? ex2_approx_ftz(x) : exp2f(x);
}
float cuda_emulator_fast_exp10f(float x) {
  return in_kernel() ? ex2_of_product(x, 3.3219280948873623f) : exp10f(x);
}
float cuda_emulator_fast_logf(float x) {
  return in_kernel() ? lg2_approx_ftz(x) * 0.6931471805599453f : logf(x);
}
float cuda_emulator_fast_log2f(float x) {
  return in_kernel() ? lg2_approx_ftz(x) : log2f(x);
}
float cuda_emulator_fast_log10f(float x) {
  return in_kernel() ? lg2_approx_ftz(x) * 0.3010299956639812f : log10f(x);
}
float cuda_emulator_fast_powf(float x, float y) {
  return in_kernel() ? ex2_of_product(lg2_approx_ftz(x), y) : powf(x, y);
}
float cuda_emulator_fast_sinf(float x) {
  return in_kernel() ? sin_approx_ftz(x) : sinf(x);
}
float cuda_emulator_fast_cosf(float x) {
  return in_kernel() ? cos_approx_ftz(x) : cosf(x);
}
float cuda_emulator_fast_tanf(float x) {
  return in_kernel() ? rcp_approx_ftz(cos_approx_ftz(x)) * sin_approx_ftz(x) : tanf(x);
}
float cuda_emulator_fast_tanhf(float x) {
  return in_kernel() ? tanh_approx(x) : tanhf(x);
}
void cuda_emulator_fast_sincosf(float x, float* s, float* c) {
  if (!in_kernel()) return sincosf(x, s, c);
  *s = sin_approx_ftz(x);
  *c = cos_approx_ftz(x);
}
}
