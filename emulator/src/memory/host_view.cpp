// Kernels cannot access plain host memory, nor that of another device without its permission. A pointer to it that a
// launch passes is replaced by an address in a reserved range, where the first access faults and leads back to the
// pointer; kernels that only pass it on or compare it with null work as on a GPU.
#include <sys/mman.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>

#include "memory/memory.hpp"
#include "platform/pages.hpp"

// The linker's bounds of the section of __managed__ variables; null in programs that have none.
extern "C" char __start_cuda_emulator_managed[] __attribute__((weak));
extern "C" char __stop_cuda_emulator_managed[] __attribute__((weak));

namespace cuda_emulator {
namespace {

constexpr std::size_t slots = 64, slot_bytes = to_reserve(4ull << 30, 64u << 10);

struct Views {
  char* base;
  std::mutex mutex;
  std::array<const void*, slots> behind{};
  std::size_t next = 0;

  Views() {
    void* range = mmap(reinterpret_cast<void*>(0x210000000000), slots * slot_bytes, PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    base = range == MAP_FAILED ? nullptr : static_cast<char*>(range);
  }
};
Views& views() {
  static auto* const the_views = new Views;
  return *the_views;
}
// The middle of a slot, so that negative indices stay in it; the low bits keep the alignment.
char* view_of(std::size_t slot, const void* behind) {
  return views().base + slot * slot_bytes + slot_bytes / 2 + (reinterpret_cast<std::uintptr_t>(behind) & 0xFFF);
}

bool is_managed_variable(const void* address) {
  return __start_cuda_emulator_managed && address >= __start_cuda_emulator_managed &&
         address < __stop_cuda_emulator_managed;
}

// One past the end counts as inside, because such pointers are passed as bounds.
bool kernels_may_hold(const void* address) {
  if (in_device_arena(address)) return !foreign_memory(address, current_device());
  if (in_host_arena(address) || is_managed_variable(address)) return true;
  const auto below = nearest_allocation(address);
  return below && static_cast<const char*>(address) <= below->pointer + below->size;
}

}  // namespace

std::optional<Allocation> foreign_memory(const void* address, int device) {
  if (!memory().of_several_devices) return std::nullopt;
  const std::lock_guard lock(memory_mutex());
  const Block* const block = find_block(address);
  const bool foreign = block && block->kind == MemoryKind::device && block->device != device && !block->mapped &&
                       !block->graph_owned && !has_access(device, *block);
  return foreign ? std::optional<Allocation>(*block) : std::nullopt;
}

void* view_for_kernels(const void* argument) {
  void* const same = const_cast<void*>(argument);
  if (!argument || kernels_may_hold(argument)) return same;
  Views& v = views();
  if (!v.base || behind_view(argument)) return same;
  const std::lock_guard lock(v.mutex);
  for (std::size_t slot = 0; slot < slots; ++slot) {
    if (v.behind[slot] == argument) return view_of(slot, argument);
  }
  const std::size_t slot = v.next++ % slots;
  v.behind[slot] = argument;
  return view_of(slot, argument);
}

const void* behind_view(const void* view) {
  const Views& v = views();
  const auto* const address = static_cast<const char*>(view);
  if (!v.base || address < v.base || address >= v.base + slots * slot_bytes) return nullptr;
  const std::size_t slot = static_cast<std::size_t>(address - v.base) / slot_bytes;
  return v.behind[slot] ? static_cast<const char*>(v.behind[slot]) + (address - view_of(slot, v.behind[slot]))
                        : nullptr;
}

}  // namespace cuda_emulator
