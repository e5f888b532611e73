// Objects with virtual functions that the host constructed: on a GPU their hidden pointer refers to the host's table of
// functions, and a kernel that calls one of them crashes. Here both sides share the table, so the microscope records
// which side constructed the object.
#include "ground/ground.hpp"

namespace cuda_emulator::microscope {
namespace {

struct Made {
  const void* copied_at;  // null: by a constructor, in managed memory
};
std::mutex made_mutex;
auto& made = *new std::map<std::uintptr_t, Made>();  // by the address of the pointer to the table
constexpr std::size_t most_objects = 1 << 16;

// The program's tables, in order.
const std::vector<Symbol>& tables() {
  static const std::vector<Symbol>& list = *[] {
    auto* const found = new std::vector<Symbol>();
    for (const Symbol& symbol : symbols().variables) {
      if (symbol.name.rfind("_ZTV", 0) == 0 && symbol.name.find("13cuda_emulator") == std::string::npos) {
        found->push_back(symbol);
      }
    }
    return found;
  }();
  return list;
}

bool is_in_table(std::uintptr_t value) {
  const std::vector<Symbol>& list = tables();
  return !list.empty() && value >= list.front().low && value < list.back().high && holder(list, value) != nullptr;
}

void forget(std::uintptr_t low, std::uintptr_t high) {
  made.erase(made.lower_bound(low), made.lower_bound(high));
}

void objects_copied(void* to, const void* from, std::size_t bytes, const void* call) {
  if (tables().empty() || (!in_device_arena(to) && !in_host_arena(to)) || in_device_arena(from)) return;
  const std::lock_guard lock(made_mutex);
  const auto target = reinterpret_cast<std::uintptr_t>(to), source = reinterpret_cast<std::uintptr_t>(from);
  forget(target, target + bytes);
  for (std::uintptr_t at = (0 - target) & 7; at + 8 <= bytes && made.size() < most_objects; at += 8) {
    std::uintptr_t value;
    __builtin_memcpy(&value, reinterpret_cast<const void*>(source + at), sizeof value);
    if (is_in_table(value)) made[target + at] = {call};
  }
}

void object_constructed(const void* where, bool in_kernel) {
  if (!in_device_arena(where) && !in_host_arena(where)) return;
  const std::lock_guard lock(made_mutex);
  const auto at = reinterpret_cast<std::uintptr_t>(where);
  forget(at, at + 1);
  if (!in_kernel && made.size() < most_objects) made[at] = {nullptr};
}

void check_table_pointer(const Recorder& r, u32 index, std::uintptr_t address, bool is_argument) {
  if (tables().empty() || !is_in_table(*reinterpret_cast<const std::uintptr_t*>(address))) return;
  std::string how = "an argument of the kernel is a copy of it";
  if (!is_argument) {
    const std::lock_guard lock(made_mutex);
    const auto known = made.find(address);
    if (known == made.end()) return;
    how = known->second.copied_at ? "copied to the device" + site_text(known->second.copied_at)
                                  : "its constructor ran on the host";
  }
  found({Message::virtual_function_of_host, mark(index) + " calls one",
         how + ": the table of its functions has addresses of host code; " + running_thread(r)},
        &r);
}

const Listener copies(hooks.copied, objects_copied);
const Listener constructors(moments.constructed, object_constructed);
const Listener loads(moments.pointer_loaded, check_table_pointer);

}  // namespace
}  // namespace cuda_emulator::microscope
