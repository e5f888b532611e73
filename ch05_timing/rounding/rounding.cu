// Four rounding modes: to the nearest number (_rn, as +, * and / do), towards zero (_rz), up (_ru) and down (_rd). On a
// CPU the mode is a setting of the whole thread; on a GPU it is part of the instruction, and of the function's name.
// Conversions to smaller types and to integers round too.
#include <cuda_fp16.h>

#include <cfenv>
#include <cmath>
#include <cstdio>

#include "common/check.h"
#include "common/lesson.h"

constexpr int directions = 4;
constexpr int modes[directions] = {FE_TONEAREST, FE_TOWARDZERO, FE_UPWARD, FE_DOWNWARD};

// The results in the order of modes[]. A half or an integer is returned as the float with the same value.
struct Rounded {
  float quotient[directions], root[directions], narrowed[directions], whole[directions], half_precision[directions];
};

__global__ void round_kernel(float a, float b, float square, double wide, float x, Rounded* r) {
  *r = {
      {__fdiv_rn(a, b), __fdiv_rz(a, b), __fdiv_ru(a, b), __fdiv_rd(a, b)},
      {__fsqrt_rn(square), __fsqrt_rz(square), __fsqrt_ru(square), __fsqrt_rd(square)},
      {__double2float_rn(wide), __double2float_rz(wide), __double2float_ru(wide), __double2float_rd(wide)},
      {float(__float2int_rn(x)), float(__float2int_rz(x)), float(__float2int_ru(x)), float(__float2int_rd(x))},
      {__half2float(__float2half_rn(x)), __half2float(__float2half_rz(x)), __half2float(__float2half_ru(x)),
       __half2float(__float2half_rd(x))},
  };
}

// The reference: x rounded to `bits` binary digits in the given direction; bits 0: to an integer.
double rounded(double x, int bits, int mode) {
  int exponent = 0;
  std::frexp(x, &exponent);
  const double unit = bits == 0 ? 1 : std::exp2(exponent - bits);  // the distance of neighbouring numbers
  std::fesetround(mode);
  const double result = std::nearbyint(x / unit) * unit;
  std::fesetround(FE_TONEAREST);
  return result;
}

constexpr int float_bits = 24, half_bits = 11;

void show_row(Lesson& lesson, const char* name, const float (&results)[directions], double exact, int bits) {
  std::printf("%-26s", name);
  for (int d = 0; d < directions; ++d) {
    std::printf(" %13.9g", static_cast<double>(results[d]));
    lesson.expect(static_cast<double>(results[d]) == rounded(exact, bits, modes[d]), name);
  }
  std::printf("\n");
}

void show(Lesson& lesson) {
  Rounded* d_rounded = nullptr;
  check(cudaMalloc(&d_rounded, sizeof(Rounded)));
  std::printf("\n%-26s %13s %13s %13s %13s\n", "", "nearest (rn)", "to zero (rz)", "up (ru)", "down (rd)");
  for (const int sign : {1, -1}) {
    const float a = static_cast<float>(sign), b = 3, square = 2, x = 2.5f * a;
    const double wide = 0.1 * sign;
    Rounded r;
    check(cudaMemset(d_rounded, 0xFF, sizeof(Rounded)));
    round_kernel<<<1, 1>>>(a, b, square, wide, x, d_rounded);
    check(cudaGetLastError());
    check(cudaMemcpy(&r, d_rounded, sizeof(Rounded), cudaMemcpyDeviceToHost));
    show_row(lesson, sign > 0 ? "1 / 3 in float" : "-1 / 3 in float", r.quotient, 1.0 * sign / 3, float_bits);
    show_row(lesson, sign > 0 ? "0.1 from double to float" : "-0.1 from double to float", r.narrowed, wide, float_bits);
    show_row(lesson, sign > 0 ? "2.5 to int" : "-2.5 to int", r.whole, static_cast<double>(x), 0);
    if (sign > 0) show_row(lesson, "square root of 2 in float", r.root, std::sqrt(2.0), float_bits);

    const float third = a / b;
    check(cudaMemset(d_rounded, 0xFF, sizeof(Rounded)));
    round_kernel<<<1, 1>>>(a, b, square, wide, third, d_rounded);
    check(cudaGetLastError());
    check(cudaMemcpy(&r, d_rounded, sizeof(Rounded), cudaMemcpyDeviceToHost));
    show_row(lesson, sign > 0 ? "1 / 3 from float to half" : "-1 / 3 from float to half", r.half_precision,
             static_cast<double>(third), half_bits);
  }
  check(cudaFree(d_rounded));
  std::printf(
      "\nA computation rounded up and the same one rounded down enclose the exact result. float has 24 binary digits, "
      "half has 11, about 3 decimal ones.\n");
}

int main(int argc, char** argv) {
  Lesson lesson("rounding", "Directed rounding, and what conversions to float, half and int do.", Options::shown);
  return lesson.main(argc, argv, [&] { show(lesson); });
}
