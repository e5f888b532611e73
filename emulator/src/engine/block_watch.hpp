// Does a block whose threads only ask again and again (spin loops) get anywhere? What a thread knows stands on its
// stack, its registers included once it has stepped aside. If all threads were seen in these very states before, and
// the block's shared memory too, the block goes round in a circle, for as long as nothing comes from outside.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace cuda_emulator {

struct ThreadStack {
  unsigned thread;
  const char *low, *high;  // what is in use of it
};

class BlockWatch {
 public:
  void block_begins() { known_.clear(); }
  // Has a thread or the shared memory a state that it was not in at one of the last looks?
  bool has_changed(const std::vector<ThreadStack>& stacks, std::size_t dynamic_shared);

 private:
  // A loop is left at several places, now at the one and now at the other.
  static constexpr std::size_t places = 8;
  struct Known {
    std::uint64_t states[places];
    std::size_t next;
  };
  bool is_new(std::size_t what, std::uint64_t state);
  std::vector<Known> known_;  // by thread; the last is shared memory
};

}  // namespace cuda_emulator
