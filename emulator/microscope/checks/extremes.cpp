// atomicMin and atomicMax that never change anything, because the word's initial value is beyond all others; and those
// that compare floats by their bits, which reverses the order of negative ones.
#include <climits>

#include "ground/ground.hpp"

namespace cuda_emulator::microscope {
namespace {

constexpr u64 many = 32;  // calls without effect

struct Call {
  std::atomic<const void*> place{nullptr};
  std::atomic<u64> calls{0};
  std::atomic<bool> changed{false}, negative{false};
  std::atomic<long long> nearest{0};  // of the values offered, while the word held 0
  bool smaller = false;
};
Call calls[256];

void check_extremes() {
  if (any_findings()) return;
  for (Call& call : calls) {
    const void* const place = call.place;
    if (!place || is_library(reinterpret_cast<std::uintptr_t>(place))) continue;
    const char* const name = call.smaller ? "atomicMin" : "atomicMax";
    if (call.negative) {
      if (says(line_at(place), Fact::compares_bits)) {
        found_at_end(Message::floats_compared_by_bits, name + site_text(place) + " treats negative floats as integers",
                     {std::string("the bits of negative floats, as an int, are in the opposite order: the ") +
                          (call.smaller ? "largest" : "smallest") + " of them is kept",
                      "atomicCAS in a loop compares floats; or choose by the sign between atomicMax of int and "
                      "atomicMin of unsigned"});
      }
      continue;
    }
    if (call.changed || call.calls < many) continue;
    // No finding: a program may need only what the calls return.
    hint(call.smaller ? Message::minimum_without_effect : Message::maximum_without_effect,
         name + site_text(place) + " was called " + std::to_string(call.calls) + " times, and the word stays 0",
         {std::string("all values are ") + (call.smaller ? "larger" : "smaller") + " than 0, the nearest is " +
              std::to_string(call.nearest),
          std::string("start the word with one of the values, or with ") +
              (call.smaller ? "the largest number of its type, INT_MAX" : "the smallest number of its type, INT_MIN")});
  }
}

const Listener at_the_end(moments.at_end, check_extremes, turn_of(Message::floats_compared_by_bits));

}  // namespace

extern "C" void cuda_emulator_extreme(bool smaller, bool is_int, long long value, long long offered,
                                      const void* place) {
  if (!block_state.in_kernel) return;
  Call* const call = element_of(calls, place);
  if (!call) return;
  if (is_int && value < 0 && offered < 0 && value != offered) call->negative = true;
  if (call->changed.load(std::memory_order_relaxed)) return;
  if (value != 0 || offered == 0 || (smaller ? offered < 0 : offered > 0)) {
    call->changed = true;
    return;
  }
  call->smaller = smaller;
  if (call->calls.fetch_add(1) == 0 || std::abs(offered) < std::abs(call->nearest.load())) call->nearest = offered;
}

}  // namespace cuda_emulator::microscope
