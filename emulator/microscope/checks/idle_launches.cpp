// Launches that change nothing: the same kernel with the same arguments, repeated, and from the second launch on no
// memory changes. This happens when a program does not exchange two buffers between steps. Programs that measure do it
// on purpose, which a clock shows.
#include "engine/print.hpp"
#include "ground/ground.hpp"
#include "memory/fingerprint.hpp"

namespace cuda_emulator::microscope {
namespace {

constexpr u64 looked_at = 3;     // launches of a series whose effect is checked
constexpr u64 most_prints = 16;  // in all: they cost time
constexpr std::size_t most_bytes = 16 << 20;

struct Series {
  std::string kernel, file, place;
  const void* code = nullptr;
  dim3 grid, block;
  std::string arguments;
  u64 launches = 0;
  bool idle = true;
};
std::mutex series_mutex;
auto& series = *new Series();      // never destroyed: needed when the program ends
auto& named = *new std::string();  // the message at the end
u64 prints = 0, before = 0;
bool compares = false;

bool is_small() {
  std::size_t bytes = 0;
  for (const Allocation& a : live_allocations()) {
    if (a.kind != MemoryKind::device && a.kind != MemoryKind::symbol) return false;  // the host may change it
    bytes += a.size;
  }
  return bytes <= most_bytes;
}

u64 print() {
  const DeviceAccess open;
  return fingerprint_of_device_memory();
}

// Unless the file shows that it repeats a launch in order to measure it, or more may be changed than is known.
void end_of_series() {
  if (series.launches >= looked_at && series.idle && named.empty() && says(series.file, Fact::declares_no_variables) &&
      !measures(series.file)) {
    named = "kernel " + series.kernel + series.place + " ran " + std::to_string(series.launches) +
            " times with the same arguments, and all but the first changed nothing";
  }
  series = Series();
}

bool any_events = false;

void launch_begins(const Launched& launch) {
  if (launch.of_library) return;
  const Grid& grid = launch.grid;
  const std::string arguments(static_cast<const char*>(grid.arg), grid.arg_size);
  const std::lock_guard lock(series_mutex);
  const auto same = [](dim3 a, dim3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; };
  compares = false;
  const bool goes_on = series.launches > 0 && series.code == grid.kernel && series.kernel == grid.name &&
                       same(series.grid, grid.grid) && same(series.block, grid.block) && series.arguments == arguments;
  if (!goes_on) {
    end_of_series();
    series = Series{grid.name, "", "", grid.kernel, grid.grid, grid.block, arguments, 0, true};
    series.idle = launch.line.number != 0;
    series.file = launch.line.file;
    series.place = launch.place();
  }
  if (++series.launches == 1 || series.launches > looked_at || !series.idle) return;
  if (prints >= most_prints || !is_small()) {
    series.idle = false;
    return;
  }
  ++prints;
  compares = true;
  before = print();
}

void launch_ends() {
  const std::lock_guard lock(series_mutex);
  if (!compares) return;
  compares = false;
  series.idle = series.idle && print() == before;
}

void memory_changes() {
  const std::lock_guard lock(series_mutex);
  end_of_series();
}

void check_idle_launches() {
  const std::lock_guard lock(series_mutex);
  end_of_series();
  if (named.empty() || any_findings() || any_events || kernels_have_printed()) return;
  hint(Message::idle_launch, named,
       {"it read the same input and wrote the same results each time",
        "a step that continues from the previous one reads what that one wrote: should two pointers be swapped?"});
}

const Listener launches(moments.launched, launch_begins);
const Listener ends(moments.grid_ended, launch_ends);
const Listener copies(hooks.copied, [](void* to, const void* from, std::size_t, const void*) {
  const auto target = find_allocation(to);
  if (target && !is_hosts(target) && is_hosts(find_allocation(from))) memory_changes();
});
const Listener sets(hooks.set, [](void* to, std::size_t) {
  if (find_allocation(to)) memory_changes();
});
const Listener events(hooks.event_recorded, [](const void*) { any_events = true; });
const Listener at_the_end(moments.at_end, check_idle_launches, turn_of(Message::idle_launch));

}  // namespace
}  // namespace cuda_emulator::microscope
