// What the emulator's headers say of their own memory operations: the compiler's calls do not show it.
#include "microscope.hpp"

using namespace cuda_emulator;
using namespace cuda_emulator::microscope;

extern "C" {

// For the emulator's headers, whose copy engine and arrival barriers are out of the compiler's sight.
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
}
