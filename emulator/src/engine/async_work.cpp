#include "engine/async_work.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "engine/grid.hpp"
#include "engine/running.hpp"

namespace cuda_emulator {

WorkHooks work_hooks;
__thread const void* work_call;
__thread bool block_has_work;
WorkNumber (*work_of_register)(const void* place) = nullptr;

namespace {
thread_local std::vector<void (*)(bool)> enders;
thread_local bool block_is_whole = true;  // the one whose work ends
}  // namespace

void forget_work(WorkNumber work) {
  if (block_is_whole) work_fault(work, WorkFault::never_awaited);
  work_ends(work);
}

void fill_with_poison(void* memory, std::size_t bytes) {
  char* const to = static_cast<char*>(memory);
  unsigned char pattern[sizeof work_poison];
  std::memcpy(pattern, &work_poison, sizeof pattern);
  for (std::size_t i = 0; i < bytes; ++i) {
    to[i] = static_cast<char>(pattern[(reinterpret_cast<std::uintptr_t>(to) + i) % sizeof pattern]);
  }
}

unsigned long long work_fingerprint(const void* memory, std::size_t bytes) {
  if (!work_hooks.begins) return 0;
  unsigned long long sum = bytes;
  for (std::size_t i = 0; i < bytes; ++i) {
    sum = (sum ^ static_cast<const unsigned char*>(memory)[i]) * 0x100000001B3u;
  }
  return sum | 1;
}

std::string device_lacks(const char* what, int capability, bool exactly) {
  const int has = runtime_side.compute_capability();
  if (exactly ? has == capability : has >= capability) return "";
  const auto text = [](int c) { return std::to_string(c / 10) + "." + std::to_string(c % 10); };
  return "runs " + std::string(what) + ", which needs " + (exactly ? "exactly " : "") + "compute capability " +
         text(capability) + "; this device is " + text(has);
}

void needs_capability(const char* what, int capability) {
  static thread_local std::string reason;  // until the failure has been reported
  if (runtime_side.compute_capability() >= capability) return;
  reason = device_lacks(what, capability, false);
  abandon_kernel(cudaErrorIllegalInstruction, reason.c_str(), nullptr);
}

void wait_for_grid_before() {
  if (work_hooks.grid_awaited) work_hooks.grid_awaited();
}

void when_block_ends(void (*f)(bool whole)) {
  block_has_work = true;
  if (std::find(enders.begin(), enders.end(), f) == enders.end()) enders.push_back(f);
}

void end_work_of_block(bool whole) {
  block_has_work = false;
  block_is_whole = whole;
  for (void (*const f)(bool) : std::exchange(enders, {})) f(whole);
}

}  // namespace cuda_emulator
