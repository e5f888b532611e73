// Conversions of floating point to integers saturate on a GPU. x86-64's instruction gives its smallest integer for all
// that does not fit, so with g++ these macros of the assembler take the place of the instruction: if it gave the
// smallest integer, they ask the library (src/math/saturation.cpp), which knows whether a kernel is running. clang++
// has an option for this, and arm64's conversions saturate (flags.txt).
//
// The instruction does not say the type: g++ converts to 32-bit unsigned numbers by the one for 64 bits, and to shorter
// ones by the one for int. So the translator writes casts to unsigned types with SaturatedTo, and flags.txt lets g++
// compare before each conversion: what remains, an implicit one to an unsigned type, is named while the program runs.
#pragma once
#include <type_traits>

#include "emulator/core.hpp"

#if defined(__x86_64__) && !defined(__clang__)
// The compiler does not know of the check: it may use all registers, the flags and the memory below the stack pointer.
// lea and jrcxz change no flags. A source in memory is kept on the x87 stack, as the target may hold its address.
__asm__(R"(
.macro cuda_emulator_convert instruction, store, load, form, source, target
  .set cuda_emulator_in_register, 0
  .irp number, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
    .ifc \source, %xmm\number
      .set cuda_emulator_in_register, 1
    .endif
  .endr
  .set cuda_emulator_to_rcx, 0
  .ifc \target, %ecx
    .set cuda_emulator_to_rcx, 1
  .endif
  .ifc \target, %rcx
    .set cuda_emulator_to_rcx, 1
  .endif
  .if cuda_emulator_in_register == 0
    \load \source
  .endif
  \instruction \source, \target
  leaq -128(%rsp), %rsp
  pushq %rcx
  .if \form < 2
    leal -2147483648(\target), %ecx
  .else
    .if cuda_emulator_to_rcx
      pushq %rax
      movabsq $-9223372036854775808, %rax
      leaq (%rax, %rcx), %rcx
      popq %rax
    .else
      movabsq $-9223372036854775808, %rcx
      leaq (\target, %rcx), %rcx
    .endif
  .endif
  jrcxz .Lcuda_emulator_is_smallest\@
  .if cuda_emulator_in_register == 0
    fstp %st(0)
  .endif
.Lcuda_emulator_goes_on\@:
  popq %rcx
  leaq 128(%rsp), %rsp
  jmp .Lcuda_emulator_done\@
.Lcuda_emulator_is_smallest\@:
  jmp .Lcuda_emulator_asks\@
.Lcuda_emulator_done\@:
  .subsection 1
.Lcuda_emulator_asks\@:
  leaq -64(%rsp), %rsp
  .if cuda_emulator_in_register
    \store \source, (%rsp)
    \load (%rsp)
  .endif
  fstpl (%rsp)
  movq $\form, 16(%rsp)
  call *cuda_emulator_saturate@GOTPCREL(%rip)
  .if cuda_emulator_to_rcx
    movq 8(%rsp), %rcx
    movq %rcx, 64(%rsp)
  .else
    mov 8(%rsp), \target
  .endif
  leaq 64(%rsp), %rsp
  jmp .Lcuda_emulator_goes_on\@
  .subsection 0
.endm
.macro cuda_emulator_conversion instruction, store, load, form, a, b, c, d
  .ifnb \d
    cuda_emulator_convert \instruction, \store, \load, \form, "\a,\b,\c", \d
  .else
    .ifnb \c
      cuda_emulator_convert \instruction, \store, \load, \form, "\a,\b", \c
    .else
      cuda_emulator_convert \instruction, \store, \load, \form, \a, \b
    .endif
  .endif
.endm
.macro cuda_emulator_replace instruction, suffix, store, load, form
  .macro \instruction\suffix a, b, c, d
    cuda_emulator_conversion \instruction, \store, \load, \form, "\a", "\b", "\c", "\d"
  .endm
.endm
cuda_emulator_replace cvttss2si, l, movss, flds, 0
cuda_emulator_replace cvttsd2si, l, movsd, fldl, 1
cuda_emulator_replace cvttss2si, q, movss, flds, 2
cuda_emulator_replace cvttsd2si, q, movsd, fldl, 2
cuda_emulator_replace vcvttss2si, l, vmovss, flds, 0
cuda_emulator_replace vcvttsd2si, l, vmovsd, fldl, 1
cuda_emulator_replace vcvttss2si, q, vmovss, flds, 2
cuda_emulator_replace vcvttsd2si, q, vmovsd, fldl, 2
)");
#endif

namespace cuda_emulator {

// The sign bit, for NaN: if the source is a double, or the result has 64 bits.
template <class To, class From>
constexpr To unsigned_of_nan = (sizeof(To) == 8 || sizeof(From) == 8) ? static_cast<To>(~(To(~0ull) / 2)) : To(0);

// What a kernel's conversion to an unsigned type gives: nvcc converts to at least 32 bits and takes the last ones.
template <class To, class From>
CUDA_EMULATOR_INLINE constexpr To to_unsigned(From value) {
  using Wide = std::conditional_t<(sizeof(To) < 4), unsigned, To>;
  constexpr From limit = static_cast<From>(Wide(~0ull) / 2 + 1) * 2;
  if (value > From(-1) && value < limit) return static_cast<To>(static_cast<Wide>(value));
  if (value != value) return static_cast<To>(unsigned_of_nan<Wide, From>);
  return value < 0 ? To(0) : static_cast<To>(~0ull);
}

// for_host_too: in a function for both sides.
template <class To, bool for_host_too>
struct SaturatedTo {
  template <class From>
  CUDA_EMULATOR_INLINE constexpr explicit SaturatedTo(From from) : value(convert(from)) {}
  CUDA_EMULATOR_INLINE constexpr operator To() const { return value; }

 private:
  template <class From>
  CUDA_EMULATOR_INLINE static constexpr To convert(From from) {
#if defined(__x86_64__)
    if constexpr (std::is_same_v<From, float> || std::is_same_v<From, double>) {
      if (!for_host_too || __builtin_is_constant_evaluated() || block_state.in_kernel) return to_unsigned<To>(from);
    }
#endif
    return (To)from;
  }
  To value;
};

// ---- (T)x  ->  (T)(::cuda_emulator::Saturated<T>)x
// A cast, so that the end of its operand need not be found; for other types than unsigned ones the same cast twice.
template <class T, bool for_host_too = false>
using Saturated = std::conditional_t<std::is_integral_v<T> && std::is_unsigned_v<T> && !std::is_same_v<T, bool>,
                                     SaturatedTo<T, for_host_too>, T>;

}  // namespace cuda_emulator
