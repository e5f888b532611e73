// Making contexts; switching between them is in emulator/context.hpp.
#pragma once
#include "emulator/context.hpp"

namespace cuda_emulator {

// From the scheduler's own stack, which it leaves only by this; and back to it from code that will never continue.
#if defined(__wasm__)
void enter_context(Context* save, Context to);
[[noreturn]] void leave_context(Context to);
#else
inline void enter_context(Context* save, Context to) {
  switch_context(save, to);
}
[[noreturn]] inline void leave_context(Context to) {
  Context nowhere;
  switch_context(&nowhere, to);
  __builtin_unreachable();
}
#endif
// A context that will call `start`, which must never return, on the stack that ends at `high`.
Context make_context(char* high, std::size_t size, void (*start)());
// Where a stopped context will continue; null if this is not known.
void* resume_address(Context context);

}  // namespace cuda_emulator
