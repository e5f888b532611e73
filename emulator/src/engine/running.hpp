// The kernel thread that this OS thread is running.
#pragma once
#include <cstddef>

#include "emulator/core.hpp"
#include "emulator/driver_types.hpp"
#include "platform/thread_variables.hpp"

namespace cuda_emulator {

bool in_kernel();      // is this OS thread running a kernel's thread right now?
bool in_microscope();  // or the microscope, which checks this thread's block?
// Stops the grid: reports kernel, block, thread and source line on stderr, and makes run_grid return `error`. Must be
// called in a kernel's thread; also allowed in a signal handler on an alternate stack. address: the bad one, or null.
[[noreturn]] void abandon_kernel(cudaError_t error, const char* what, const void* address);
constexpr const char* overran_stack = "overran its stack";  // one of the values of `what`
struct StackRange {
  char *low, *high;
};
StackRange running_stack();                // of the running kernel thread; {null, null} outside of kernels
bool is_shared(const void* p);             // in this OS thread's copy of shared memory, or that of a shared object
const char* running_kernel();              // as written in the launch
std::size_t running_dynamic_shared();      // bytes that the running grid was launched with
bool is_stack_guard(const void* address);  // the page below a kernel thread's stack: a stack overflow

bool is_shared_elsewhere(const void* p);  // shared memory of another block of the cluster

}  // namespace cuda_emulator
