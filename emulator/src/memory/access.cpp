// Access to device memory, and its initial contents.
//
// Device memory is in an arena of its own. Kernels and the runtime's copies may access it, host code may not. Where the
// processor has protection keys, access is a register that each thread sets for itself. Elsewhere pages are opened one
// allocation at a time, by the fault of the first access, and all are closed when the last kernel or copy ends:
// a launch then costs a few microseconds for each allocation that it accesses.
//
// Poison is written late: an allocation stays closed until something could read its contents, so that poison costs
// nothing for an allocation that is freed again or that a copy overwrites completely.
#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "memory/memory.hpp"
#include "platform/faults.hpp"
#include "platform/pages.hpp"
#include "platform/program.hpp"

namespace cuda_emulator {
namespace {

// NaN as float, double and half, -275509 as int, an address that faults as a pointer.
constexpr unsigned poison = 0xFFFBCBCB;

thread_local int access_depth = 0;

bool set_protection(char* low, const char* high, int protection) {
  const int key = memory().key;
  const auto bytes = static_cast<std::size_t>(high - low);
  return (key >= 0 && protection != PROT_NONE ? pkey_mprotect(low, bytes, protection, key)
                                              : mprotect(low, bytes, protection)) == 0;
}

// With the mutex held. If the system allows no more mappings, all addresses of device memory are opened permanently,
// which needs none: no program fails because of its number of allocations.
void protect(Block& block, int protection) {
  Memory& m = memory();
  if (m.unguarded || set_protection(block.pointer, block.pointer + block.reach, protection)) return;
  m.unguarded = true;
  std::fprintf(stderr,
               "CUDA emulator: the system allows no more mappings (vm.max_map_count is %zu): from now on bad addresses "
               "in device memory go unnoticed\n",
               most_mappings());
  if (!set_protection(m.device.low(), m.device.high(), PROT_READ | PROT_WRITE)) {
    std::perror("CUDA emulator: cannot change the protection of device memory");
    std::abort();
  }
}

}  // namespace

void open_block(Block& block) {
  if (block.open || !block.accessible) return;
  protect(block, PROT_READ | PROT_WRITE);
  block.open = true;
  memory().open.push_back(&block);
}
void close_block(Block& block) {
  if (!block.open) return;
  protect(block, PROT_NONE);
  block.open = false;
  std::erase(memory().open, &block);
}
bool poisons() {
  static const bool wanted = [] {
    const char* const wish = std::getenv("CUDA_EMULATOR_POISON");
    return wish && *wish ? std::strcmp(wish, "0") != 0 : microscope_looks_on || is_lesson();
  }();
  return wanted;
}

namespace {

// The thread itself must have access: with protection keys, opening the pages does not give it.
void fill_with_poison(Block& block) {
  open_block(block);
  std::fill_n(reinterpret_cast<unsigned*>(block.pointer), (block.size + 3) / 4, poison);
}
void settle_fresh(const void* overwritten, std::size_t size) {
  Memory& m = memory();
  for (Block* block : m.fresh) {
    block->fresh = false;
    if (block->pointer != overwritten || size < block->size) {
      fill_with_poison(*block);
    } else {
      open_block(*block);
    }
  }
  m.fresh.clear();
}

// With the mutex held: makes a page that belongs to no allocation accessible to kernels.
bool open_page(const char* address) {
  Memory& m = memory();
  char* const page = reinterpret_cast<char*>(reinterpret_cast<std::uintptr_t>(address) / page_size() * page_size());
  return (m.key >= 0 ? pkey_mprotect(page, page_size(), PROT_READ | PROT_WRITE, m.key)
                     : mprotect(page, page_size(), PROT_READ | PROT_WRITE)) == 0;
}
// With the mutex held: the page before the first allocation. On an H200 the driver's own memory is there.
bool open_before_first(const char* address) {
  const char* const first = memory().before_first;  // null if no addresses for device memory could be reserved
  return first && !protects_bytes && !poisons() && address >= first && address < first + gpu_page && open_page(address);
}
// With the mutex held: a page between two neighbours. A GPU's allocations are adjacent, so an access past the end of
// one, or before its start, goes to its neighbour there and is not detected. Here it has a page of its own.
bool open_gap(const Block& block, std::map<const char*, Block>::const_iterator next, const char* address) {
  Memory& m = memory();
  if (protects_bytes || poisons() || next == m.blocks.end() || next->second.kind != MemoryKind::device) return false;
  const char* const end = block.pointer + block.reach;
  if (next->second.pointer - end > static_cast<std::ptrdiff_t>(gpu_page + page_size())) return false;
  return open_page(address);
}

void begin_access(const void* overwritten, std::size_t size) {
  Memory& m = memory();
  if (m.key >= 0) pkey_set(m.key, 0);
  const std::lock_guard lock(m.mutex);
  ++m.users;
  if (!m.fresh.empty()) settle_fresh(overwritten, size);
}
void end_access() {
  Memory& m = memory();
  {
    const std::lock_guard lock(m.mutex);
    if (--m.users == 0 && m.key < 0) {
      for (Block* block : m.open) {
        protect(*block, PROT_NONE);
        block->open = false;
      }
      m.open.clear();
    }
  }
  if (m.key >= 0) pkey_set(m.key, PKEY_DISABLE_ACCESS);
}

}  // namespace

void keep_device_access() {
  if (access_depth > 0 && memory().key >= 0) pkey_set(memory().key, 0);
}

bool has_device_access() {
  return access_depth > 0;
}

bool open_on_demand(const void* address) {
  if (access_depth == 0) return false;
  Memory& m = memory();
  const std::lock_guard lock(m.mutex);
  const auto entry = last_not_after(m.blocks, address);
  if (entry == m.blocks.end() || !in_device_arena(entry->first))
    return open_before_first(static_cast<const char*>(address));
  Block& block = entry->second;
  if (block.kind != MemoryKind::device || !block.accessible) return false;
  if (static_cast<const char*>(address) >= block.pointer + block.reach) {
    return open_gap(block, std::next(entry), static_cast<const char*>(address));
  }
  open_block(block);
  return true;
}

DeviceAccess::DeviceAccess(const void* overwritten, std::size_t size) {
  if (access_depth++ == 0) begin_access(overwritten, size);
}
DeviceAccess::~DeviceAccess() {
  if (--access_depth == 0) end_access();
}

void kernel_memory_opens() {
  prepare_signal_stack();
  if (access_depth++ == 0) begin_access(nullptr, 0);
}
void kernel_memory_closes() {
  if (--access_depth == 0) end_access();
}

}  // namespace cuda_emulator
