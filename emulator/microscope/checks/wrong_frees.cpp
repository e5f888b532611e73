// Host code that gives memory of cudaMalloc, cudaMallocManaged or cudaMallocHost to free(), or to delete, which calls
// it. The C library would end the process there, or damage its heap.
#include "ground/ground.hpp"
#include "memory/allocations.hpp"
#include "platform/source_line.hpp"
#include "runtime/runtime.hpp"

namespace cuda_emulator::microscope {
namespace {

std::atomic<bool> watching{false};  // free() is also called before the memory of devices exists
auto& told = *new std::set<const void*>();
std::mutex told_mutex;

// The innermost call in the program's own lines.
void* calling_line(std::string* place) {
  const CallStack<32> stack;
  const std::vector<void*> all(stack.begin(), stack.end());
  const std::map<void*, std::string> lines = source_lines(all);
  for (void* frame : all) {
    if (lines.at(frame) == unknown_line) continue;
    *place = lines.at(frame);
    return frame;
  }
  return nullptr;
}

bool is_wrong_free(void* memory) {
  if (!watching.load(std::memory_order_relaxed) || block_state.in_kernel) return false;
  if (!in_device_arena(memory) && !in_host_arena(memory)) return false;
  const auto known = find_allocation(memory);
  const auto dead = known ? std::nullopt : freed_allocation(memory);
  if (!known && !dead) return false;
  const Allocation& one = known ? *known : *dead;
  std::string place;
  const void* const call = calling_line(&place);
  const bool starts_there = known && one.pointer == memory;
  {
    const std::lock_guard lock(told_mutex);
    if (!told.insert(call).second) {
      if (starts_there) static_cast<void>(one.kind == MemoryKind::pinned ? cudaFreeHost(memory) : cudaFree(memory));
      return true;
    }
  }
  std::vector<std::string> details;
  std::string where, text;
  if (const Line line = line_of_place(place); line.number != 0) {
    where = place_text(line) + ": ";
    text = numbered_text(line);
  }
  const bool pinned = one.kind == MemoryKind::pinned;
  const char* const kind = pinned ? "pinned" : one.kind == MemoryKind::managed ? "managed" : "device";
  // A smart pointer's end shows neither word.
  const auto shows = [&](const char* word) { return text.find(word) != std::string::npos; };
  const std::string what = shows("delete") ? "delete" : shows("free") ? "free()" : "free() or delete";
  const std::string right = pinned ? "cudaFreeHost" : "cudaFree";
  if (dead) {
    const std::string freed = site_text(one.freed_site);
    details.push_back("it was freed already" + freed + ", and " + right + " was enough");
  } else {
    details.push_back(right + " frees it: " + what + " takes only what " +
                      (shows("delete")    ? "new"
                       : what == "free()" ? "malloc()"
                                          : "malloc() or new") +
                      " allocated, and without the microscope the process ends here");
  }
  if (!text.empty()) details.push_back(text);
  found_at_end(
      Message::wrong_function_to_free,
      where + what + " of " + kind + " memory (" + bytes_text(one.size) + ", allocated" + site_text(one.site) + ")",
      details);
  if (starts_there)
    static_cast<void>(pinned ? cudaFreeHost(memory) : cudaFree(memory));  // so that it is no leak as well
  return true;
}

const Listener frees(moments.host_frees, [](void* memory, bool& taken) { taken = is_wrong_free(memory); });
const bool starts = (static_cast<void>(in_device_arena(nullptr)), watching = true);

}  // namespace

}  // namespace cuda_emulator::microscope
