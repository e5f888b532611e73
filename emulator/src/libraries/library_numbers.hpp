// The libraries' numbers in the types that C++ computes with: a program's cuComplex is a std::complex, which has the
// same layout.
#pragma once
#include <cuComplex.h>

#include <complex>
#include <type_traits>

#include "libraries/library.hpp"

namespace cuda_emulator {

template <class T>
struct Computed {
  using type = T;
};
template <>
struct Computed<cuComplex> {
  using type = std::complex<float>;
};
template <>
struct Computed<cuDoubleComplex> {
  using type = std::complex<double>;
};
// The value at a device pointer, as a kernel reads it.
template <class T>
auto on_device(T* pointer) {
  using Plain = typename Computed<std::remove_const_t<T>>::type;
  using Result = std::conditional_t<std::is_const_v<T>, const Plain, Plain>;
  return reinterpret_cast<Result*>(device_pointer(pointer));
}

}  // namespace cuda_emulator
