// Hints of libcu++ about caching. The emulator has no cache, so they have no effect.
#pragma once
#include <cuda_runtime.h>

#include <cstddef>
#include <type_traits>

#include "emulator/cuda_std/barrier.hpp"

namespace cuda {

class access_property {
 public:
  struct normal {};
  struct streaming {};
  struct persisting {};
  struct global {};
  struct shared {};
  constexpr access_property() = default;
  template <class Kind, class = ::std::enable_if_t<::std::is_empty_v<Kind>>>
  constexpr access_property(Kind) {}
  template <class Kind>
  constexpr access_property(Kind, float) {}
  template <class Kind, class Other>
  constexpr access_property(Kind, float, Other) {}
  access_property(void*, ::std::size_t, ::std::size_t) {}
  template <class Kind>
  access_property(void*, ::std::size_t, ::std::size_t, Kind) {}
  template <class Kind, class Other>
  access_property(void*, ::std::size_t, ::std::size_t, Kind, Other) {}
};

// A pointer.
template <class T, class Property>
class annotated_ptr {
 public:
  using value_type = T;
  using size_type = ::std::size_t;
  using reference = T&;
  using pointer = T*;
  using const_pointer = const T*;
  using difference_type = ::std::ptrdiff_t;
  annotated_ptr() = default;
  explicit annotated_ptr(T* pointer) : pointer_(pointer) {}
  template <class Runtime>
  annotated_ptr(T* pointer, Runtime) : pointer_(pointer) {}
  template <class Other, class P, class = ::std::enable_if_t<::std::is_convertible_v<Other*, T*>>>
  annotated_ptr(const annotated_ptr<Other, P>& other) : pointer_(other.get()) {}
  CUDA_EMULATOR_INLINE T* operator->() const { return pointer_; }
  CUDA_EMULATOR_INLINE T& operator*() const { return *pointer_; }
  CUDA_EMULATOR_INLINE T& operator[](difference_type i) const { return pointer_[i]; }
  difference_type operator-(const annotated_ptr& other) const { return pointer_ - other.pointer_; }
  explicit operator bool() const { return pointer_; }
  T* get() const { return pointer_; }
  Property __property() const { return {}; }

 private:
  T* pointer_ = nullptr;
};

// Copies know annotated pointers as well.
template <class To, class P, class From, class Q, class Size, class Sync>
CUDA_EMULATOR_INLINE void memcpy_async(annotated_ptr<To, P> to, annotated_ptr<From, Q> from, Size size, Sync& sync) {
  memcpy_async(to.get(), from.get(), size, sync);
}
template <class To, class From, class Q, class Size, class Sync>
CUDA_EMULATOR_INLINE void memcpy_async(To* to, annotated_ptr<From, Q> from, Size size, Sync& sync) {
  memcpy_async(to, from.get(), size, sync);
}
template <class Group, class To, class From, class Q, class Size, class Sync>
CUDA_EMULATOR_INLINE void memcpy_async(const Group& group, To* to, annotated_ptr<From, Q> from, Size size, Sync& sync) {
  memcpy_async(group, to, from.get(), size, sync);
}

template <class Shape, class Property>
CUDA_EMULATOR_INLINE void apply_access_property(const volatile void*, Shape, Property) {}
template <class T, class Property>
CUDA_EMULATOR_INLINE T* associate_access_property(T* pointer, Property) {
  return pointer;
}
// Discarded data may be lost; here it is kept.
CUDA_EMULATOR_INLINE void discard_memory(volatile void*, ::std::size_t) {}

}  // namespace cuda
