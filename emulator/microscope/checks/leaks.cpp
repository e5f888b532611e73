// Memory that the program allocated and did not free.
#include "ground/ground.hpp"
#include "runtime/runtime.hpp"

namespace cuda_emulator::microscope {
namespace {

// The last allocation of the program's global objects: their destructors run only after the search for leaks.
const unsigned long long before_main = [] {
  unsigned long long last = 0;
  for (const Allocation& a : live_allocations()) last = std::max(last, a.serial);
  return last;
}();

// Memory that main allocates once and keeps is freed by the end of the process, which does no harm, so it is a hint,
// and so is memory that a library such as CUB keeps for its next call. Memory that a function or a loop does not free
// grows with each call.
void check_leaks() {
  if (device_failed()) return;  // nothing can be freed any more
  std::map<const void*, unsigned> times;
  std::vector<Allocation> leaks;
  for (const Allocation& a : live_allocations()) {
    if (a.kind == MemoryKind::symbol || a.kind == MemoryKind::registered || a.serial <= before_main) continue;
    leaks.push_back(a);
    ++times[a.site];
  }
  std::set<std::string> given;
  for (const Allocation& a : leaks) {
    const std::string site = site_text(a.site);
    const std::string what = bytes_text(a.size) + " allocated" + site + " were never freed";
    const bool of_main = times[a.site] == 1 && function_at(a.site) == "main";
    if (!of_main && !site.empty()) {
      found({Message::leak, what});
    } else if (given.insert(what).second) {
      hint(Message::leak, what,
           {(of_main ? "main" : "a library") + std::string(" does not free them; the end of the program does")});
    }
  }
}

const Listener at_the_end(moments.at_end, check_leaks, turn_of(Message::leak));

}  // namespace
}  // namespace cuda_emulator::microscope
