#include "engine/block_watch.hpp"

#include <algorithm>
#include <string>

#include "emulator/core.hpp"
#include "memory/fingerprint.hpp"
#include "platform/thread_variables.hpp"

namespace cuda_emulator {
namespace {

std::uint64_t shared_state(std::size_t dynamic_shared) {
  std::uint64_t state = fingerprint(shared_buffer, dynamic_shared, 0);
  for (const ThreadVariables& object : thread_variables()) {
    for (const ThreadVariable& variable : *object.list) {
      if (variable.name.find("13cuda_emulator") != std::string::npos) continue;  // of the engine itself
      if (variable.name == "threadIdx" || variable.name == "blockIdx") continue;
      state = fingerprint(object.memory + variable.low, variable.high - variable.low, state);
    }
  }
  return state;
}

}  // namespace

bool BlockWatch::has_changed(const std::vector<ThreadStack>& stacks, std::size_t dynamic_shared) {
  known_.resize(max_block_threads + 1, Known{});
  bool changed = is_new(max_block_threads, shared_state(dynamic_shared));
  for (const ThreadStack& stack : stacks) {
    const auto size = static_cast<std::size_t>(stack.high - stack.low);
    if (is_new(stack.thread, fingerprint(stack.low, size, size + 1))) changed = true;
  }
  return changed;
}

bool BlockWatch::is_new(std::size_t what, std::uint64_t state) {
  Known& known = known_[what];
  if (std::find(std::begin(known.states), std::end(known.states), state) != std::end(known.states)) return false;
  known.states[known.next++ % places] = state;
  return true;
}

}  // namespace cuda_emulator
