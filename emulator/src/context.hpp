// Making contexts; switching between them is in emulator/context.hpp.
#pragma once
#include "emulator/context.hpp"

namespace cuda_emulator {

// A context that starts `start`, which must never return, on the stack that ends at `high`.
Context make_context(char* high, std::size_t size, void (*start)());

}  // namespace cuda_emulator
