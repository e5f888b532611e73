// Traps of floating-point instructions that give a value that is no number, or an infinite one.
#pragma once
#include <ucontext.h>

#include <cstdint>

namespace cuda_emulator {

enum class NumberTrap { none, invalid, infinite_quotient, overflow, integer_division };

void trap_numbers(bool on);  // on this OS thread; nothing on processors that cannot
// Rounding and traps of this OS thread. A signal handler starts with the system's, and only its return gives back those
// of the thread that it interrupts: whoever leaves it for good sets them anew.
struct NumberControl {
  unsigned vectors = 0;
  unsigned short old = 0;  // of the x87 instructions, which fegetround reads too
};
NumberControl number_control();
void set_number_control(NumberControl control);
// In the handler of SIGFPE: which trap is it? The thread goes on without traps of this kind, and the
// instruction runs again.
NumberTrap pass_number_trap(int code, ucontext_t* context);

// arm64 does not trap, but remembers that such a value arose on this OS thread.
inline bool number_arose() {
#if defined(__aarch64__)
  std::uint64_t status;
  asm volatile("mrs %0, fpsr" : "=r"(status));
  return (status & 7) != 0;
#else
  return false;
#endif
}
inline void forget_numbers() {
#if defined(__aarch64__)
  asm volatile("msr fpsr, xzr");
#endif
}
// What arose, now forgotten, and where. At a call whose return address is given: the code before it, back to the call
// before that one, has just run. The place is a return address too; null if none of that code computes such values.
struct Arisen {
  bool invalid, infinite_quotient, overflow;
  const void* place;
  const void* called;  // the function, if the place is a call
};
Arisen arisen_before(const void* return_address);

}  // namespace cuda_emulator
