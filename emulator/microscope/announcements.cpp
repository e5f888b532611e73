// Reports of the emulator's headers about their own memory operations, which the compiler's calls do not show.
#include "microscope.hpp"

using namespace cuda_emulator;
using namespace cuda_emulator::microscope;

extern "C" {

// For the emulator's headers, whose copy engine and arrival barriers are not instrumented.
void cuda_emulator_filled(void* p, std::size_t size) {
  const Aside aside;
  if (!aside.r || !block_state.in_kernel) return;
  lock_if_shared();
  filled(*aside.r, reinterpret_cast<std::uintptr_t>(p), size);
  unlock_if_shared();
}
void cuda_emulator_released() {
  const Aside aside;
  if (!aside.r || !block_state.in_kernel) return;
  lock_if_shared();
  released(*aside.r);
  unlock_if_shared();
}
void cuda_emulator_acquired() {
  const Aside aside;
  if (!aside.r || !block_state.in_kernel) return;
  lock_if_shared();
  acquired(*aside.r, false);
  unlock_if_shared();
}
void cuda_emulator_compares(const void* word) {
  const Aside aside;
  if (!aside.r || !block_state.in_kernel) return;
  lock_if_shared();
  note_guesses(*aside.r, reinterpret_cast<std::uintptr_t>(word));
  unlock_if_shared();
}
void cuda_emulator_acquired_seen() {
  const Aside aside;
  if (!aside.r || !block_state.in_kernel) return;
  lock_if_shared();
  acquired_seen(*aside.r);
  unlock_if_shared();
}
// A fence for the whole system: the host waits for what the kernel stores behind it.
void cuda_emulator_talks_to_host() {
  const Aside aside;
  if (aside.r && block_state.in_kernel) aside.r->talks = true;
}
}
