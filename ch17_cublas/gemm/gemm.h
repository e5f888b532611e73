// The product of square matrices by cuBLAS in several precisions: the speed and the accuracy of each.
#pragma once

#include <cmath>
#include <cstddef>
#include <span>

#include "common/check.h"
#include "common/cublas.h"

namespace gemm {

// The largest relative error of an element, if no element of a and b is negative: input is the rounding error of each
// factor (in its type, or by the tensor cores), per_step the error of each of the n products and n additions, relative
// to the sum.
//
// Additions of rounded numbers lose at most half a unit in the last place, u. A tensor core shifts a few products to
// the largest exponent among them, truncates them after the last place, and truncates the sum as well: two errors of at
// most a whole unit, 2u each, per product (Fasi, Higham, Mikaitis, Pranesh, 2021, "Numerical behavior of NVIDIA tensor
// cores"). The reference, which adds in double, may lose as much as FP64 does.
inline double error_bound(int n, double input, double per_step) {
  const double sums = n * (per_step + 0x1p-53);
  return (1 + input) * (1 + input) * (1 + sums / (1 - sums)) - 1;
}

inline constexpr double u16 = 0x1p-8, u32 = 0x1p-24, u64 = 0x1p-53;  // units of BF16, FP32, FP64
inline constexpr double cut_to_tf32 = 0x1p-10;                       // 11 of 24 significant bits are kept

// The rungs: c = a b, all n x n and stored by rows, in device memory aligned to 16 bytes. Elements have the types that
// the ladder names. a and b are not changed, c is overwritten; n may be 0. The work is enqueued in the handle's stream.
// They throw LibraryError or CudaError.
struct Rung {
  const char* name;
  void (*run)(cublasHandle_t handle, const void* a, const void* b, void* c, int n);
  cudaDataType in, out;    // the types of a and b, and of c
  double input, per_step;  // for error_bound
  Needs needs = {};
};

std::span<const Rung> ladder();

}  // namespace gemm
