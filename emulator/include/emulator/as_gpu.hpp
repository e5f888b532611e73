// What cu++ lets wrong programs call, so that they behave as a GPU happens to: docs/as-gpu.md describes each of these.
// They put the threads' steps in another order, and are no synchronisation: the microscope, which does without them,
// reports the races.
#pragma once
#include "emulator/as_gpu_calls.hpp"
#include "emulator/warp.hpp"

namespace cuda_emulator {

// Tells the scheduler that the program is one of these.
[[maybe_unused]] inline const bool behaving_as_gpu = behave_as_gpu();

inline constexpr Operation step_operation{"a step that lanes take together", nullptr, true, false};

// A store that the lanes of a warp take together: those that are there meet before it and behind it.
template <class T>
CUDA_EMULATOR_INLINE T& before_store(T& array, unsigned site) {
  if (block_state.in_kernel && block_state.size > 1) collective(step_operation, 0xffffffffu, 0, 2 * site);
  return array;
}
CUDA_EMULATOR_INLINE void after_store(unsigned site) {
  if (block_state.in_kernel && block_state.size > 1) collective(step_operation, 0xffffffffu, 0, 2 * site + 1);
}

// The block's other threads run as far as they come. Unlike a turn of a spin loop this is no sign that it waits for
// another block.
CUDA_EMULATOR_INLINE void let_others_run() {
  if (!block_state.in_kernel || block_state.size == 1) return;
  block_state.stepped_aside = true;
  relax();
}
// All have read before anyone writes: a value is computed before the left side of its assignment is looked at.
template <class T>
CUDA_EMULATOR_INLINE T value_of(T value) {
  return value;
}
template <class T>
CUDA_EMULATOR_INLINE T& after_reads(T& place) {
  let_others_run();
  return place;
}
// A thread reads what all have stored, and forgot the barrier: the others go first.
CUDA_EMULATOR_INLINE void after_stores() {
  let_others_run();
}

// A place that lanes of a warp store to together: the first lane's value stays, the others go nowhere. Site is a type
// of its own for each store in the program.
template <class T, class Site>
CUDA_EMULATOR_INLINE T& one_of_warp(T& place, Site) {
  static thread_local T nowhere;
  static thread_local LastStore last{};
  return block_state.in_kernel && block_state.size > 1 && is_another_lanes(&place, last) ? nowhere : place;
}

}  // namespace cuda_emulator
