// The libraries' numbers as C++ computes with them: a program's cuComplex is a std::complex, which lies in memory
// alike.
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
// What a pointer to the device's memory points to, as a kernel sees it.
template <class T>
auto on_device(T* pointer) {
  using Plain = typename Computed<std::remove_const_t<T>>::type;
  using Result = std::conditional_t<std::is_const_v<T>, const Plain, Plain>;
  return reinterpret_cast<Result*>(device_pointer(pointer));
}

}  // namespace cuda_emulator
