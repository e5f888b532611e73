// Reports of the emulator's headers about their own memory operations, which the compiler's calls do not show.
#include "ground/ground.hpp"
#include "order/order.hpp"
#include "record/record.hpp"

namespace cuda_emulator::microscope {
extern "C" {

// For the emulator's headers, whose copy engine and arrival barriers are not instrumented.
void cuda_emulator_filled(void* p, std::size_t size) {
  in_kernel([&](Recorder& r) { filled(r, reinterpret_cast<std::uintptr_t>(p), size); });
}
void cuda_emulator_released() {
  in_kernel(released);
}
void cuda_emulator_acquired() {
  in_kernel([&](Recorder& r) { acquired(r, false); });
}
void cuda_emulator_compares(const void* word) {
  in_kernel([&](Recorder& r) { note_guesses(running_lane(r), reinterpret_cast<std::uintptr_t>(word)); });
}
// Devices before 8.0 have no instruction for it.
void cuda_emulator_added_one() {
  if (runtime_side.compute_capability() < 80) return;
  in_kernel([](Recorder& r) {
    if (r.fetch) std::atomic_ref<bool>(site_infos[site_of(r.fetch)].adds_one).store(true, std::memory_order_relaxed);
  });
}
void cuda_emulator_acquired_seen() {
  in_kernel(acquired_seen);
}
// A fence for the whole system: the host waits for what the kernel stores behind it.
void cuda_emulator_talks_to_host() {
  const Aside aside;
  if (aside.r && block_state.in_kernel) aside.r->talks = true;
}
}

}  // namespace cuda_emulator::microscope
