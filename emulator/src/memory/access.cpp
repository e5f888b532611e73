// Who may touch device memory when, and what is in it at first.
//
// Device memory lies in an arena of its own. Host code may not touch it; kernels and the runtime's copies may. Where
// the processor has protection keys, that is a register that each thread sets for itself. Elsewhere pages are opened
// one allocation at a time, by the fault of the first access, and all are closed when the last kernel or copy ends:
// a launch then costs a few microseconds for each allocation that it touches.
//
// Poison is written late: an allocation stays closed until something could see its contents, so that neither an
// allocation that is freed again nor one that a copy overwrites from end to end pays for it.
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

// As float, as double and as half it is not a number, as int -275509, as address one that faults.
constexpr unsigned poison = 0xFFFBCBCB;

thread_local int access_depth = 0;

bool set_protection(char* low, const char* high, int protection) {
  const int key = memory().key;
  const auto bytes = static_cast<std::size_t>(high - low);
  return (key >= 0 && protection != PROT_NONE ? pkey_mprotect(low, bytes, protection, key)
                                              : mprotect(low, bytes, protection)) == 0;
}

// With the mutex held. Where the system allows no more ranges all addresses of device memory are opened for good, which
// takes none: no program ends for its number of allocations.
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

// The thread's own view must be open: with protection keys it is not by opening the pages.
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

// With the mutex held: makes a page that belongs to no allocation one that kernels may touch.
bool open_page(const char* address) {
  Memory& m = memory();
  char* const page = reinterpret_cast<char*>(reinterpret_cast<std::uintptr_t>(address) / page_size() * page_size());
  return (m.key >= 0 ? pkey_mprotect(page, page_size(), PROT_READ | PROT_WRITE, m.key)
                     : mprotect(page, page_size(), PROT_READ | PROT_WRITE)) == 0;
}
// With the mutex held: what comes before the first allocation. An H200 has memory there, the driver's own.
bool open_before_first(const char* address) {
  const char* const first = memory().before_first;  // null if there are no addresses for device memory
  return first && !poisons() && address >= first && address < first + gpu_page && open_page(address);
}
// With the mutex held: a page between two neighbours. A GPU hands out neighbouring addresses, so what overruns one
// allocation, or comes before one, touches its neighbour there and nobody notices. Here it has a page of its own.
bool open_gap(const Block& block, std::map<const char*, Block>::const_iterator next, const char* address) {
  Memory& m = memory();
  if (poisons() || next == m.blocks.end() || next->second.kind != MemoryKind::device) return false;
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
