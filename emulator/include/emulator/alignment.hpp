// Pointers to vector types that device code casts from pointers to numbers; the translator inserts this function.
#pragma once
#include "emulator/core.hpp"

namespace cuda_emulator {

// Two functions, neither of which changes what the kernel's code keeps in registers: with one function that may change
// them, the check makes a copy of vectors three times slower.
__attribute__((pure, cold)) bool demands_alignment(const void* p) noexcept;
[[noreturn]] __attribute__((cold)) void misaligned_address(const void* p);

CUDA_EMULATOR_NOTRACE inline void check_alignment(const void* p, std::size_t alignment) {
  if (__builtin_expect(reinterpret_cast<std::size_t>(p) % alignment != 0, 0) && demands_alignment(p)) {
    misaligned_address(p);
  }
}

template <class T>
class Aligned {
 public:
  template <class From>
  CUDA_EMULATOR_INLINE explicit Aligned(From from) : p_((T*)from) {}
  CUDA_EMULATOR_INLINE operator T*() const { return p_; }
  CUDA_EMULATOR_INLINE T& operator*() const { return checked(p_); }
  CUDA_EMULATOR_INLINE T* operator->() const { return &checked(p_); }
  template <class Index>
  CUDA_EMULATOR_INLINE T& operator[](Index i) const {
    return checked(p_ + i);
  }

 private:
  CUDA_EMULATOR_INLINE static T& checked(T* p) {
    check_alignment(p, alignof(T));
    return *p;
  }

  T* p_;
};

}  // namespace cuda_emulator
