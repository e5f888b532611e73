// Arrays on the host that are shorter than what a copy or an algorithm of Thrust reads or writes: the C library would
// end the process later, in a free() that has done nothing wrong, or not at all.
#include "ground/host_arrays.hpp"

#include <cstdlib>

#include "ground/ground.hpp"
#include "ground/library_call.hpp"

namespace cuda_emulator::microscope {
namespace {

std::mutex told_mutex;
auto& told = *new std::set<std::string>();

void check(const std::string& name, const char* does, const void* start, std::size_t bytes) {
  const std::size_t there = bytes_in_host_array(start, bytes);
  if (there == bytes) return;
  const std::string what = name + running_call().place + does + bytes_text(bytes - there) +
                           " past the end of an array of " + bytes_text(there) + " on the host";
  const std::lock_guard lock(told_mutex);
  if (!told.insert(what).second) return;
  found_at_end(Message::out_of_bounds, what,
               {"the range has " + bytes_text(bytes),
                "nothing enlarges an array: make it as long as the range before, with resize or a larger new or "
                "malloc"});
}
// The heap would be damaged next.
void end_before_damage(const void* start, std::size_t bytes) {
  if (bytes_in_host_array(start, bytes) == bytes) return;
  hooks.process_dies();
  std::_Exit(EXIT_FAILURE);
}

void check_copy(void* to, const void* from, std::size_t bytes, const void*) {
  check("the copy", " reads ", from, bytes);
  check("the copy", " writes ", to, bytes);
  end_before_damage(to, bytes);
}

const Listener copies(hooks.copied, check_copy);

}  // namespace

// A Thrust algorithm that runs on the host is about to access this range.
extern "C" void cuda_emulator_host_range(const void* start, std::size_t bytes, const char* algorithm) {
  check(algorithm, " reaches ", start, bytes);
  end_before_damage(start, bytes);
}

}  // namespace cuda_emulator::microscope
