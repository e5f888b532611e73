// Does a block whose threads only spin make progress? The state of a thread is on its stack, including its registers
// once it has switched to another thread. If all threads, and the block's shared memory, were in the same states
// before, the block repeats itself until something outside of it changes.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace cuda_emulator {

struct ThreadStack {
  unsigned thread;
  const char *low, *high;  // the part that is in use
};

class BlockWatch {
 public:
  void block_begins() { known_.clear(); }
  // Is a thread or the shared memory in a state that none of the last checks saw?
  bool has_changed(const std::vector<ThreadStack>& stacks, std::size_t dynamic_shared);

 private:
  // A loop may be left at several places, a different one each time.
  static constexpr std::size_t places = 8;
  struct Known {
    std::uint64_t states[places];
    std::size_t next;
  };
  bool is_new(std::size_t what, std::uint64_t state);
  std::vector<Known> known_;  // by thread; the last is shared memory
};

}  // namespace cuda_emulator
