// Host code that accesses device memory, or memory beside an allocation that it shares with kernels: the process ends
// there, and the finding names the line. What it wrote into the rest of an allocation's last page is seen later.
#include "ground/ground.hpp"
#include "platform/pages.hpp"
#include "runtime/runtime.hpp"

namespace cuda_emulator::microscope {
namespace {

void host_access(const std::string& what, const Allocation& memory, const std::string& place, const std::string& advice,
                 bool outside) {
  std::vector<std::string> details;
  std::string where;
  if (const Line line = line_of_place(place); line.number != 0) {
    where = place_text(line) + ": ";
    const std::string text = numbered_text(line);
    if (!text.empty()) details.push_back(text);
    if (text.find("thrust::") != std::string::npos && what.find("device memory") != std::string::npos) {
      details.push_back(
          "Thrust takes a plain pointer for the host's memory: thrust::device as the first argument, or "
          "thrust::device_pointer_cast(p), says that it is the device's");
    }
  }
  if (details.size() < 2 && !advice.empty()) details.push_back(advice);
  found_at_end(outside ? Message::out_of_bounds : Message::device_memory_on_host,
               where + what + " (" + bytes_text(memory.size) + ", allocated" + site_text(memory.site) + ")", details);
}

// The bytes behind an allocation that the host shares: its own code, whose accesses nobody sees, may have written them.
void look_behind(const Allocation& a) {
  if ((a.kind != MemoryKind::managed && a.kind != MemoryKind::pinned) || !in_host_arena(a.pointer)) return;
  const std::size_t page = page_size(), rest = (page - a.size % page) % page;
  const char* const end = a.pointer + a.size;
  const auto is_written = [](char byte) { return static_cast<unsigned char>(byte) != beyond_the_end; };
  const char* const watched = end + std::min(rest, watched_beyond);
  const char* const first = std::find_if(end, watched, is_written);
  if (first == watched || any_findings() || device_failed()) return;
  found_at_end(
      Message::out_of_bounds, "host code, or a block that was not checked, wrote past the end of " + allocation_text(a),
      {"byte " + std::to_string(first - a.pointer) + " has changed, and the last one is " + std::to_string(a.size - 1),
       "the last element of n has the number n - 1: for (i = 0; i < n; ++i)"});
}
void look_behind_freed(const void* start) {
  if (const auto a = find_allocation(start)) look_behind(*a);
}
void look_behind_all() {
  for (const Allocation& a : live_allocations()) look_behind(a);
}

const Listener frees(hooks.memory_freed, look_behind_freed);
const Listener at_the_end(moments.at_end, look_behind_all, turn_of(Message::out_of_bounds));
const Listener accesses(hooks.host_access, host_access);

}  // namespace

}  // namespace cuda_emulator::microscope
