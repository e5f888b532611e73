// cuFFT: check(status) for its calls, and an owner of a plan.
#pragma once

#include <cufft.h>

#include <cmath>
#include <cstddef>
#include <iterator>
#include <limits>
#include <source_location>
#include <string>
#include <type_traits>
#include <vector>

#include "common/library_error.h"
#include "common/owners.h"

// cuFFT has no function that names a status, so the names are here, by their numbers in cufft.h.
inline std::string name_of(cufftResult status) {
  constexpr const char* names[] = {"CUFFT_SUCCESS",
                                   "CUFFT_INVALID_PLAN",
                                   "CUFFT_ALLOC_FAILED",
                                   "CUFFT_INVALID_TYPE",
                                   "CUFFT_INVALID_VALUE",
                                   "CUFFT_INTERNAL_ERROR",
                                   "CUFFT_EXEC_FAILED",
                                   "CUFFT_SETUP_FAILED",
                                   "CUFFT_INVALID_SIZE",
                                   "CUFFT_UNALIGNED_DATA",
                                   "CUFFT_INCOMPLETE_PARAMETER_LIST",
                                   "CUFFT_INVALID_DEVICE",
                                   "CUFFT_PARSE_ERROR",
                                   "CUFFT_NO_WORKSPACE",
                                   "CUFFT_NOT_IMPLEMENTED",
                                   "CUFFT_LICENSE_ERROR",
                                   "CUFFT_NOT_SUPPORTED",
                                   "CUFFT_MISSING_DEPENDENCY",
                                   "CUFFT_NVRTC_FAILURE",
                                   "CUFFT_NVJITLINK_FAILURE",
                                   "CUFFT_NVSHMEM_FAILURE"};
  const auto code = static_cast<std::size_t>(status);
  return code < std::size(names) ? names[code] : "cuFFT's status " + std::to_string(code);
}

inline void check(cufftResult status, std::source_location where = std::source_location::current()) {
  if (status == CUFFT_SUCCESS) return;
  throw LibraryError(status, name_of(status), "", where);
}

// A complex number as cuFFT takes it, for Real float or double: x the real part, y the imaginary one.
template <typename Real>
using FftComplex = std::conditional_t<sizeof(Real) == sizeof(float), cufftComplex, cufftDoubleComplex>;

template <typename Real>
inline constexpr cufftType complex_to_complex = sizeof(Real) == sizeof(float) ? CUFFT_C2C : CUFFT_Z2Z;
template <typename Real>
inline constexpr cufftType real_to_complex = sizeof(Real) == sizeof(float) ? CUFFT_R2C : CUFFT_D2Z;
template <typename Real>
inline constexpr cufftType complex_to_real = sizeof(Real) == sizeof(float) ? CUFFT_C2R : CUFFT_Z2D;

// Owns a plan and its workspace. Making one takes far longer than running it, so a program makes it once per size:
// cuFFT chooses kernels, and may compile them. Throws LibraryError, and CudaError if the workspace does not fit.
class FftPlan {
 public:
  // sizes: one to three dimensions, the last one contiguous. batch arrays of that size follow each other. The real
  // side of a real transform has sizes elements, the complex side sizes.back() / 2 + 1 in the last dimension; in place,
  // a row of real numbers has room for its complex ones.
  FftPlan(std::vector<int> sizes, cufftType type, int batch = 1) {
    check(cufftCreate(&plan_));
    try {
      std::size_t bytes = 0;
      check(cufftSetAutoAllocation(plan_, 0));
      check(cufftMakePlanMany(plan_, static_cast<int>(sizes.size()), sizes.data(), nullptr, 1, 0, nullptr, 1, 0, type,
                              batch, &bytes));
      work_ = DeviceBuffer<char>(bytes);
      if (bytes > 0) check(cufftSetWorkArea(plan_, work_.data()));
    } catch (...) {
      cufftDestroy(plan_);
      throw;
    }
  }
  ~FftPlan() { cufftDestroy(plan_); }
  FftPlan(const FftPlan&) = delete;
  FftPlan& operator=(const FftPlan&) = delete;

  std::size_t work_bytes() const { return work_.bytes(); }
  void use(cudaStream_t stream) const { check(cufftSetStream(plan_, stream)); }

  // Neither direction divides by the number of elements: a forward and an inverse transform multiply by it. A complex
  // transform may be in place. A transform to real numbers may overwrite its input.
  void forward(cufftComplex* in, cufftComplex* out) const { check(cufftExecC2C(plan_, in, out, CUFFT_FORWARD)); }
  void forward(cufftDoubleComplex* in, cufftDoubleComplex* out) const {
    check(cufftExecZ2Z(plan_, in, out, CUFFT_FORWARD));
  }
  void forward(float* in, cufftComplex* out) const { check(cufftExecR2C(plan_, in, out)); }
  void forward(double* in, cufftDoubleComplex* out) const { check(cufftExecD2Z(plan_, in, out)); }
  void inverse(cufftComplex* in, cufftComplex* out) const { check(cufftExecC2C(plan_, in, out, CUFFT_INVERSE)); }
  void inverse(cufftDoubleComplex* in, cufftDoubleComplex* out) const {
    check(cufftExecZ2Z(plan_, in, out, CUFFT_INVERSE));
  }
  void inverse(cufftComplex* in, float* out) const { check(cufftExecC2R(plan_, in, out)); }
  void inverse(cufftDoubleComplex* in, double* out) const { check(cufftExecZ2D(plan_, in, out)); }

 private:
  cufftHandle plan_ = 0;
  DeviceBuffer<char> work_;
};

// A real transform and its inverse.
template <typename Real>
struct RealFft {
  explicit RealFft(const std::vector<int>& sizes)
      : forward(sizes, real_to_complex<Real>), inverse(sizes, complex_to_real<Real>) {}

  void use(cudaStream_t stream) const {
    forward.use(stream);
    inverse.use(stream);
  }

  FftPlan forward, inverse;
};

// The largest error of a transform of n elements in all dimensions together, relative to the exact one in the 2-norm.
// Higham, "Accuracy and Stability of Numerical Algorithms", theorem 24.2: log2(n) steps. u is half an epsilon. A root
// of unity is off by at most 8 u (its angle, up to 2 pi, is rounded once, sine and cosine by 2 ulp at most), and a step
// by at most 8 u + 4 sqrt(2) u < 14 u. The library computes an n with large prime factors as a convolution, which is
// three transforms of less than 4 n elements and a product. An element goes through as many steps, so its error is at
// most the same part of the sum of all |x[j]|.
template <typename Real>
double fft_bound(std::size_t n) {
  const double u = std::numeric_limits<Real>::epsilon() / 2;
  return 3 * (std::log2(static_cast<double>(n)) + 3) * 14 * u;
}
