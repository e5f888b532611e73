// The processor's signals for bad accesses, and the stacks on which they are handled.
#pragma once

namespace cuda_emulator {

void install_fault_handlers();
void prepare_signal_stack();  // once per OS thread

// Where no signals are (platform/wasm): code is about to access an address that is closed. Returns if it is open now.
void bad_access(const void* address, bool write);
// An instruction of a kernel has trapped, for this reason; its frames no longer exist.
void kernel_trapped(const char* reason);

}  // namespace cuda_emulator
