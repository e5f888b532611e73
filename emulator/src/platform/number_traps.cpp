#include "platform/number_traps.hpp"

#include <csignal>
#include <cstdint>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace cuda_emulator {

#if defined(__x86_64__)
namespace {

constexpr unsigned flags = 0x3F, all_masks = 0x1F80;
constexpr unsigned mask_invalid = 1u << 7, mask_divide = 1u << 9, mask_overflow = 1u << 10;

// Comparisons and conversions to integers trap because of an operand, and make no such value themselves.
bool makes_no_number(const std::uint8_t* code) {
  const bool vex = *code == 0xC5 || *code == 0xC4;
  if (vex) {
    code += *code == 0xC5 ? 2 : 3;
  } else {
    while (*code == 0x66 || *code == 0xF2 || *code == 0xF3 || (*code & 0xF0) == 0x40) ++code;
    if (*code++ != 0x0F) return true;
  }
  switch (*code) {
    case 0x2C:  // cvttss2si
    case 0x2D:
    case 0x2E:  // ucomiss
    case 0x2F:  // comiss
    case 0x5B:  // cvtps2dq
    case 0xC2:  // cmpss
    case 0xE6:  // cvttpd2dq
      return true;
    default:
      return false;
  }
}

}  // namespace

void trap_numbers(bool on) {
  const unsigned control = _mm_getcsr() & ~flags;
  _mm_setcsr(on ? control & ~(mask_invalid | mask_divide | mask_overflow) : control | all_masks);
}

NumberControl number_control() {
  NumberControl control{_mm_getcsr()};
  asm volatile("fnstcw %0" : "=m"(control.old));
  return control;
}
void set_number_control(NumberControl control) {
  _mm_setcsr(control.vectors);
  asm volatile("fldcw %0" : : "m"(control.old));
}

NumberTrap pass_number_trap(int code, ucontext_t* context) {
  const NumberTrap trap = code == FPE_FLTINV   ? NumberTrap::invalid
                          : code == FPE_FLTDIV ? NumberTrap::infinite_quotient
                          : code == FPE_FLTOVF ? NumberTrap::overflow
                                               : NumberTrap::none;
  if (trap == NumberTrap::none || !context->uc_mcontext.fpregs) return NumberTrap::none;
  const unsigned mask = trap == NumberTrap::invalid             ? mask_invalid
                        : trap == NumberTrap::infinite_quotient ? mask_divide
                                                                : mask_overflow;
  context->uc_mcontext.fpregs->mxcsr = (context->uc_mcontext.fpregs->mxcsr & ~flags) | mask;
  const bool other = makes_no_number(reinterpret_cast<const std::uint8_t*>(context->uc_mcontext.gregs[REG_RIP]));
  return other ? NumberTrap::none : trap;
}
Arisen arisen_before(const void*) {
  return {};
}
#else
void trap_numbers(bool) {}
// Elsewhere a handler starts with the thread's own.
NumberControl number_control() {
  return {};
}
void set_number_control(NumberControl) {}
NumberTrap pass_number_trap(int, ucontext_t*) {
  return NumberTrap::none;
}
namespace {

// By the encodings of the Arm Architecture Reference Manual, C4.1: arithmetic of one, two and three operands.
bool computes(std::uint32_t code) {
  const std::uint32_t operation = code >> 15 & 0x3F;
  const bool root_or_other_type = operation == 3 || operation >> 2 == 1;
  return ((code & 0xFF207C00) == 0x1E204000 && root_or_other_type) || (code & 0xFF200C00) == 0x1E200800 ||
         (code & 0xFF000000) == 0x1F000000;
}
bool converts_to_integer(std::uint32_t code) {
  return ((code & 0x7F20FC00) == 0x1E200000 && (code >> 17 & 1) == 0) || (code & 0xDFBFFC00) == 0x5EA1B800;
}
bool branches(std::uint32_t code) {
  return (code & 0x7C000000) == 0x14000000 || (code & 0x7C000000) == 0x34000000 || (code & 0xFE000000) == 0xD6000000 ||
         (code & 0xFE000000) == 0x54000000;
}

}  // namespace

Arisen arisen_before(const void* return_address) {
  std::uint64_t status;
  asm volatile("mrs %0, fpsr" : "=r"(status));
  forget_numbers();
  Arisen arisen{(status & 1) != 0, (status & 2) != 0, (status & 4) != 0, nullptr, nullptr};
  const auto* at = static_cast<const std::uint32_t*>(return_address) - 1;  // the call itself
  for (int i = 0; i < 1024; ++i) {
    const std::uint32_t code = *--at;
    if (!arisen.place && computes(code)) arisen.place = at + 1;
    // It reports a number that does not fit as invalid, and makes no NaN.
    if (converts_to_integer(code)) arisen.invalid = false;
    if (!branches(code)) continue;
    if (!arisen.place && (code & 0xFC000000) == 0x94000000) {
      arisen.place = at + 1;
      arisen.called = at + (static_cast<std::int32_t>(code << 6) >> 6);
    }
    break;
  }
  return arisen;
}
#endif

}  // namespace cuda_emulator
