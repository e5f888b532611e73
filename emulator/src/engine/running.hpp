// The kernel's thread that this OS thread runs now.
#pragma once
#include <cstddef>

#include "emulator/core.hpp"
#include "emulator/driver_types.hpp"
#include "platform/thread_variables.hpp"

namespace cuda_emulator {

bool in_kernel();  // is this OS thread running a kernel's thread right now?
// Gives up the grid: reports kernel, block, thread and source line on stderr, and makes run_grid return `error`. To be
// called in a kernel's thread, also from a signal handler on an alternate stack. address: the bad one, or null.
[[noreturn]] void abandon_kernel(cudaError_t error, const char* what, const void* address);
constexpr const char* overran_stack = "overran its stack";  // one of the things that a thread does
struct StackRange {
  char *low, *high;
};
StackRange running_stack();                // of the kernel thread that runs now; {null, null} outside of kernels
bool is_shared(const void* p);             // in this OS thread's copy of those, or of a shared object's
const char* running_kernel();              // as the launch spells it
std::size_t running_dynamic_shared();      // bytes that the running grid was launched with
bool is_stack_guard(const void* address);  // the page below a kernel thread's stack: the stack has overrun

bool is_shared_elsewhere(const void* p);  // shared memory of another block of the cluster

}  // namespace cuda_emulator
