// The access of the processor that caused a signal.
#pragma once

#include <ucontext.h>

namespace cuda_emulator {

bool is_write(const ucontext_t* context);
const void* program_counter(const ucontext_t* context);
const void* stack_pointer(const ucontext_t* context);

}  // namespace cuda_emulator
