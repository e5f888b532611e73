// The processor's signals for bad accesses, and the stacks on which they are handled.
#pragma once

namespace cuda_emulator {

void install_fault_handlers();
void prepare_signal_stack();  // once per OS thread

}  // namespace cuda_emulator
