// Addresses of shared memory have 32 bits on a GPU, so an index that does not fit wraps: s[i - 1u] with i = 0 is s[-1].
#pragma once
#include <ucontext.h>

namespace cuda_emulator {

// The address in the running block's shared memory that this one means on a GPU, or null.
const void* wrapped_shared_address(const void* address);
// Lets the access that faulted at this address happen at the one that is meant; false if it means none.
bool repeat_wrapped(const void* address, ucontext_t* context);
// Ends the above, one instruction later; false if it did not begin.
bool end_wrapped(ucontext_t* context);

}  // namespace cuda_emulator
