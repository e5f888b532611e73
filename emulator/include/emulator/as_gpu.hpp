// Functions that cu++ inserts into wrong programs, so that they give the results that a GPU gives: docs/as-gpu.md
// describes them. They change the order of the threads' steps, and are no synchronisation: the microscope, which does
// not use them, reports the races.
#pragma once
#include "emulator/as_gpu_calls.hpp"
#include "emulator/warp.hpp"

namespace cuda_emulator {

// Tells the scheduler that this program was built with these functions.
[[maybe_unused]] inline const bool behaving_as_gpu = behave_as_gpu();

inline constexpr Operation step_operation{"a step that lanes take together", nullptr, true, false};

// A store that the lanes of a warp execute together: the active lanes meet before it and after it.
template <class T>
CUDA_EMULATOR_INLINE T& before_store(T& array, unsigned site) {
  if (block_state.in_kernel && block_state.size > 1) collective(step_operation, 0xffffffffu, 0, 2 * site);
  return array;
}
CUDA_EMULATOR_INLINE void after_store(unsigned site) {
  if (block_state.in_kernel && block_state.size > 1) collective(step_operation, 0xffffffffu, 0, 2 * site + 1);
}

// The block's other threads run until they wait. Unlike an iteration of a spin loop this does not mean that the thread
// waits for another block.
CUDA_EMULATOR_INLINE void let_others_run() {
  if (!block_state.in_kernel || block_state.size == 1) return;
  block_state.stepped_aside = true;
  relax();
}
// All threads read before the first one writes: a value is computed before the left side of its assignment is.
template <class T>
CUDA_EMULATOR_INLINE T value_of(T value) {
  return value;
}
template <class T>
CUDA_EMULATOR_INLINE T& after_reads(T& place) {
  let_others_run();
  return place;
}
// A thread reads what all threads have stored, without the required barrier: the others run first.
CUDA_EMULATOR_INLINE void after_stores() {
  let_others_run();
}

// A place that lanes of a warp store to together: the first lane's value remains, the others are dropped. Site is a
// separate type for each store in the program.
template <class T, class Site>
CUDA_EMULATOR_INLINE T& one_of_warp(T& place, Site) {
  static thread_local T nowhere;
  static thread_local LastStore last{};
  return block_state.in_kernel && block_state.size > 1 && is_another_lanes(&place, last) ? nowhere : place;
}

}  // namespace cuda_emulator
