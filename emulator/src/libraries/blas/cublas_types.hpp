// Shared by all parts of cuBLAS: the handle, the types, vectors, and factors in host or device memory.
#pragma once
#include <cublas_v2.h>

#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <type_traits>

#include "libraries/library.hpp"

struct cublasContext {
  cudaStream_t stream = nullptr;
  cublasPointerMode_t pointers = CUBLAS_POINTER_MODE_HOST;
  cublasAtomicsMode_t atomics = CUBLAS_ATOMICS_NOT_ALLOWED;
  cublasMath_t math = CUBLAS_DEFAULT_MATH;
};

namespace cuda_emulator::blas {

using Index = std::ptrdiff_t;
using ComplexFloat = std::complex<float>;
using ComplexDouble = std::complex<double>;

// ---- types: a program's cuComplex is computed as std::complex, which has the same layout
template <class T>
struct Computed {
  using type = T;
};
template <>
struct Computed<cuComplex> {
  using type = ComplexFloat;
};
template <>
struct Computed<cuDoubleComplex> {
  using type = ComplexDouble;
};
template <>
struct Computed<const cuComplex> {
  using type = const ComplexFloat;
};
template <>
struct Computed<const cuDoubleComplex> {
  using type = const ComplexDouble;
};
template <class T>
auto cast(T* pointer) {
  return reinterpret_cast<typename Computed<T>::type*>(pointer);
}
template <class T>
auto cast(T* const* pointers) {
  return reinterpret_cast<typename Computed<T>::type* const*>(pointers);
}

template <class T>
constexpr bool is_complex = std::is_same_v<T, ComplexFloat> || std::is_same_v<T, ComplexDouble>;
template <class T>
using Wide = std::conditional_t<is_complex<T>, ComplexDouble, double>;
template <class T>
T narrow(Wide<T> x) {
  if constexpr (is_complex<T>) {
    return T(static_cast<typename T::value_type>(x.real()), static_cast<typename T::value_type>(x.imag()));
  } else {
    return static_cast<T>(x);
  }
}
template <class T>
T conjugate(T x) {
  if constexpr (is_complex<T>) {
    return std::conj(x);
  } else {
    return x;
  }
}
// The magnitude by which complex numbers are compared and summed: both parts, not the modulus.
template <class T>
double size_of(T x) {
  if constexpr (is_complex<T>) {
    return std::fabs(double{x.real()}) + std::fabs(double{x.imag()});
  } else {
    return std::fabs(double{x});
  }
}

// A factor in host memory, which is read now, or in device memory, which is read when the work runs.
template <class T>
class Factor {
 public:
  Factor(cublasHandle_t handle, const T* pointer) {
    if (handle->pointers == CUBLAS_POINTER_MODE_HOST) {
      value_ = *pointer;
    } else {
      pointer_ = device_pointer(pointer);
      accesses(pointer, 1);
    }
  }
  explicit Factor(T value) : value_(value) {}
  T get() const { return pointer_ ? *pointer_ : value_; }

 private:
  T value_{};
  const T* pointer_ = nullptr;
};

// Elements with an increment; a negative one starts from the end.
template <class T>
struct Vector {
  T* start;
  Index step;
  Vector(T* x, Index n, Index increment)
      : start(device_pointer(x) + (increment < 0 ? (1 - n) * increment : 0)), step(increment) {
    reaches(x, n <= 0 ? 0 : (n - 1) * std::abs(increment) + 1, "of a vector");
    accesses(x, n, std::abs(increment));
  }
  T& operator[](Index i) const { return start[i * step]; }
};

inline cublasStatus_t done(bool ran) {
  return ran ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED;
}
template <class Work>
cublasStatus_t run(const char* name, std::size_t blocks, cublasHandle_t handle, Work work) {
  return done(run_library(name, blocks, handle->stream, work));
}

// One block computes a value; with host pointers it is there when this returns.
template <class R, class Sum>
cublasStatus_t give(const char* name, cublasHandle_t handle, R* result, Sum sum) {
  if (handle->pointers == CUBLAS_POINTER_MODE_DEVICE) {
    R* const target = device_pointer(result);
    accesses(result, 1);
    return run(name, 1, handle, [=](std::size_t) { *target = sum(); });
  }
  if (hooks.library_result) hooks.library_result(result);
  const cublasStatus_t status = run(name, 1, handle, [=](std::size_t) { *result = sum(); });
  tell_that_host_waits(&handle->stream);
  return status;
}
inline Part part_of(cublasFillMode_t fill) {
  return fill == CUBLAS_FILL_MODE_FULL ? Part::all : fill == CUBLAS_FILL_MODE_LOWER ? Part::lower : Part::upper;
}

#define CHECK_HANDLE(handle) \
  if (!(handle)) return CUBLAS_STATUS_NOT_INITIALIZED

// The message of BLAS libraries for a bad argument, by its position in the list without the handle.
inline cublasStatus_t bad_argument(const char* function, int place) {
  std::printf(" ** On entry to %-6s parameter number %d had an illegal value\n", function, place);
  return CUBLAS_STATUS_INVALID_VALUE;
}

}  // namespace cuda_emulator::blas
