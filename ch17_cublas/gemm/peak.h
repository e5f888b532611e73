// The peak rate of a device's arithmetic units, from NVIDIA's published figures for its generations.
#pragma once

#include <cuda_runtime.h>

#include "common/check.h"

namespace gemm {

enum class Units { fp64, fp32, tf32, bf16 };

// Multiply-adds per SM and clock: FP64 by the faster of both kinds of units, FP32 without tensor cores, TF32 and BF16
// dense by tensor cores that add in FP32. After NVIDIA's white papers on A100, GA102, Ada, H100 and RTX Blackwell. 0
// for a generation that is not among them.
inline double per_clock(int compute_capability, Units units) {
  struct Generation {
    int compute_capability;
    double fp64, fp32, tf32, bf16;
  };
  constexpr Generation generations[] = {
      {80, 64, 64, 512, 1024},    {86, 2, 128, 128, 256},  {89, 2, 128, 128, 256},
      {90, 128, 128, 1024, 2048}, {120, 2, 128, 128, 256},
  };
  for (const Generation& g : generations)
    if (g.compute_capability == compute_capability)
      return units == Units::fp64 ? g.fp64 : units == Units::fp32 ? g.fp32 : units == Units::tf32 ? g.tf32 : g.bf16;
  return 0;
}

// Operations per second at the device's highest clock; two per multiply-add. 0 if unknown. Under load a GPU may run
// slower, to stay within its power limit.
inline double peak(Units units) {
  int device = 0, khz = 0;
  check(cudaGetDevice(&device));
  check(cudaDeviceGetAttribute(&khz, cudaDevAttrClockRate, device));
  return 2 * per_clock(compute_capability(), units) * multiprocessors() * khz * 1e3;
}

}  // namespace gemm
