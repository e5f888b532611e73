// Bad accesses and traps, where no signal reports them.
#include "platform/faults.hpp"

#include <cstdio>
#include <cstdlib>

#include "engine/block_engine.hpp"
#include "engine/fault_text.hpp"
#include "engine/grid.hpp"
#include "engine/hooks.hpp"
#include "engine/running.hpp"
#include "memory/allocations.hpp"

namespace cuda_emulator {

void install_fault_handlers() {}
void prepare_signal_stack() {}

void tell_library_failure(const char* name) {
  std::fflush(stdout);
  std::fprintf(stderr, "cuda_emulator: %s failed: is each output as long as its input?\n", name);
}

void bad_access(const void* address, bool write) {
  if (in_device_arena(address) && open_on_demand(address)) return;
  if (in_kernel()) {
    if (is_stack_guard(address)) abandon_kernel(cudaErrorIllegalAddress, overran_stack, address);
    abandon_kernel(cudaErrorIllegalAddress, describe(address, write), address);
  }
  const auto line_of = [](const void*) { return std::string(); };
  if (in_device_arena(address) || in_host_arena(address)) {
    report_host_access(address, write, line_of, nullptr);
  } else {
    std::fflush(stdout);
    std::fprintf(stderr, "CUDA emulator: host code %s through a null pointer\n", write ? "wrote" : "read");
    std::fprintf(stderr, "    it was never allocated on the host, or its allocation failed\n");
  }
  runtime_side.process_dies();
  std::_Exit(139);  // as a shell says that a signal ended a process: SIGSEGV
}

void kernel_trapped(const char* reason) {
  Engine& e = *engine;
  if (!block_state.split) split_block();
  e.failure = {cudaErrorLaunchFailure, reason, nullptr, {}, 0};
  e.failed = cudaErrorLaunchFailure;
}

}  // namespace cuda_emulator
