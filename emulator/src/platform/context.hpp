// Making contexts; switching between them is in emulator/context.hpp.
#pragma once
#include "emulator/context.hpp"

namespace cuda_emulator {

// A context that will call `start`, which must never return, on the stack that ends at `high`.
Context make_context(char* high, std::size_t size, void (*start)());
// Where a stopped context will continue; null if this is not known.
void* resume_address(Context context);

}  // namespace cuda_emulator
