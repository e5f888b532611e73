// Traps of floating-point instructions that give a value that is no number, or an infinite one.
#pragma once
#include <ucontext.h>

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

}  // namespace cuda_emulator
