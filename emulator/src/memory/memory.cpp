// The memory that kernels may touch: who owns which bytes, and who may touch them when.
//
// Device memory lies in an arena of its own. Host code may not touch it; kernels and the runtime's copies may. Where
// the processor has protection keys, that is a register that each thread sets for itself. Elsewhere pages are opened
// one allocation at a time, by the fault of the first access, and all are closed when the last kernel or copy ends:
// a launch then costs a few microseconds for each allocation that it touches.
//
// Poison is written late: an allocation stays closed until something could see its contents, so that neither an
// allocation that is freed again nor one that a copy overwrites from end to end pays for it.
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>

#include "memory/allocations.hpp"
#include "memory/checked_size.hpp"
#include "platform/arena.hpp"
#include "platform/faults.hpp"
#include "platform/pages.hpp"
#include "platform/program.hpp"

namespace cuda_emulator {

thread_local int this_thread_device = 0;

namespace {

constexpr std::size_t arena_bytes = 64ull << 30;
constexpr std::size_t max_remembered_dead = 1024;
constexpr std::size_t quarantine_bytes = 16ull << 30;  // of addresses
// A GPU maps memory by pieces of 2 MB, so an overrun within a piece does no visible harm there, nor here; the
// microscope finds it. What is smaller than a piece leaves out its last page: no huge page then fits in, which would be
// cleared as a whole at the first touch.
constexpr std::size_t gpu_page = 2 << 20;
constexpr std::size_t max_reaching = 8192;  // more allocations than that are taken as small as they are
// As float, as double and as half it is not a number, as int -275509, as address one that faults.
constexpr unsigned poison = 0xFFFBCBCB;

struct Memory {
  std::mutex mutex;
  Arena device{arena_bytes, reinterpret_cast<char*>(0x200000000000), 256 << 20};
  Arena host{arena_bytes, reinterpret_cast<char*>(0x208000000000), 0};
  const char* const before_first = device.take(gpu_page);  // belongs to nobody
  std::map<const char*, Block> blocks;
  std::map<const char*, Allocation> dead;
  std::vector<const char*> dead_order;
  std::vector<Block*> fresh, open;
  std::vector<std::size_t> in_use = std::vector<std::size_t>(64);
  std::size_t managed_in_use = 0;
  std::vector<GraphMemoryUse> graph_use = std::vector<GraphMemoryUse>(64);
  struct Freed {
    Arena* arena;
    char* start;
    std::size_t bytes;
  };
  std::deque<Freed> quarantine;  // oldest first
  std::size_t in_quarantine = 0;
  unsigned long long serial = 0;
  int users = 0;           // kernels' OS threads and copies that may touch device memory now
  int key = -1;            // the protection key, or -1
  bool unguarded = false;  // all of its addresses stay open
};

Memory& memory() {
  // Never destroyed: other objects' destructors may free memory at exit.
  static Memory* const the_memory = [] {
    auto* made = new Memory;
    const char* wish = std::getenv("CUDA_EMULATOR_PROTECTION");
    if (!wish || std::strcmp(wish, "pages") != 0) made->key = pkey_alloc(0, PKEY_DISABLE_ACCESS);
    install_fault_handlers();
    return made;
  }();
  return *the_memory;
}

thread_local int access_depth = 0;

// Each may cost two ranges of unlike protection, of which the system limits how many a process has: block.cpp says who
// else takes of them.
std::size_t max_guarded() {
  return most_mappings() / 6;
}

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

// With the mutex held. With protection keys a block stays open for good, and the key alone shuts it.
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
// A program starts with memory that a GPU would have cleared for it: zeros, on which many a program relies unknowingly.
// Poison, for those that link the word below, for the microscope, and wherever CUDA_EMULATOR_POISON=1 asks for it.
bool poisons() {
  static const bool wanted = [] {
    const char* const wish = std::getenv("CUDA_EMULATOR_POISON");
    return wish && *wish ? std::strcmp(wish, "0") != 0 : microscope_looks_on || is_lesson();
  }();
  return wanted;
}
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

template <typename Map>
auto last_not_after(Map& map, const void* address) {
  auto after = map.upper_bound(static_cast<const char*>(address));
  return after == map.begin() ? map.end() : std::prev(after);
}

void remember_dead(const Allocation& allocation) {
  Memory& m = memory();
  m.dead[allocation.pointer] = allocation;
  m.dead_order.push_back(allocation.pointer);
  if (m.dead_order.size() > 2 * max_remembered_dead) {
    for (std::size_t i = 0; i < max_remembered_dead; ++i) m.dead.erase(m.dead_order[i]);
    m.dead_order.erase(m.dead_order.begin(), m.dead_order.begin() + max_remembered_dead);
  }
}

std::size_t host_memory() {
  return static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) * sysconf(_SC_PAGESIZE);
}

// With the mutex held. Under the microscope an address is not given out again for long: whoever still goes there is
// told of the memory that was freed, and not taken for a user of the next.
void give_back(Arena& arena, const Block& block) {
  Memory& m = memory();
  const std::size_t bytes = block.reach + block.guard;
  if (!microscope_looks_on) return arena.give(block.pointer, bytes, block.capacity);
  madvise(block.pointer, bytes, MADV_DONTNEED);
  m.quarantine.push_back({&arena, block.pointer, bytes});
  m.in_quarantine += bytes;
  while (m.in_quarantine > quarantine_bytes) {
    const Memory::Freed oldest = m.quarantine.front();
    m.quarantine.pop_front();
    m.in_quarantine -= oldest.bytes;
    oldest.arena->give(oldest.start, oldest.bytes, 0);
  }
}

// With the mutex held: takes the block out of the table and its pages away.
void remove(std::map<const char*, Block>::iterator entry) {
  Memory& m = memory();
  Block& block = entry->second;
  remember_dead(block);
  if (block.kind == MemoryKind::device) {
    close_block(block);
    if (block.fresh) std::erase(m.fresh, &block);
    m.in_use[block.device] -= block.capacity;
    if (block.graph_owned) {
      m.graph_use[block.device].reserved -= block.capacity;
      if (block.accessible) m.graph_use[block.device].used -= block.size;
    }
    if (block.shared_file >= 0) {  // others that have it mapped keep what is in it
      mmap(block.pointer, block.reach, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
      close(block.shared_file);
    }
    give_back(m.device, block);
  } else if (block.kind == MemoryKind::managed || block.kind == MemoryKind::pinned) {
    mprotect(block.pointer, block.reach, PROT_NONE);
    m.managed_in_use -= block.capacity;
    give_back(m.host, block);
  }
  m.blocks.erase(entry);
}

}  // namespace

std::mutex& memory_mutex() {
  return memory().mutex;
}
bool in_device_arena(const void* address) {
  return memory().device.contains(address);
}
bool in_host_arena(const void* address) {
  return memory().host.contains(address);
}
std::size_t memory_in_use(int device) {
  const std::lock_guard lock(memory().mutex);
  return memory().in_use[device];
}

std::size_t device_memory() {
  static const std::size_t bytes = std::min<std::size_t>(8ull << 30, host_memory() / 4 * 3) / page_size() * page_size();
  return bytes;
}

cudaError_t allocate(void** pointer, std::size_t size, MemoryKind kind, unsigned flags, const void* site) {
  if (!pointer) return cudaErrorInvalidValue;
  *pointer = nullptr;
  if (size == 0) return cudaSuccess;
  Memory& m = memory();
  const int device = current_device();
  if (size > arena_bytes) return cudaErrorMemoryAllocation;
  const std::size_t capacity = round_up(size, page_size());
  const std::lock_guard lock(m.mutex);
  const std::size_t guard = m.blocks.size() < max_guarded() ? page_size() : 0;
  std::size_t reach = capacity;
  if (!microscope_looks_on && m.blocks.size() < max_reaching) {
    reach = std::max(capacity, round_up(size, gpu_page) - (size < gpu_page ? guard : 0));
  }
  // Managed memory may exceed the device's, as on a GPU, but not what the machine could ever hold.
  if (kind == MemoryKind::device ? m.in_use[device] + capacity > device_memory()
                                 : m.managed_in_use + capacity > host_memory()) {
    return cudaErrorMemoryAllocation;
  }
  Arena& arena = kind == MemoryKind::device ? m.device : m.host;
  char* start = arena.take(reach + guard);
  if (!start) return cudaErrorMemoryAllocation;
  if (kind != MemoryKind::device && mprotect(start, reach, PROT_READ | PROT_WRITE) != 0) {
    arena.give(start, reach + guard, capacity);
    return cudaErrorMemoryAllocation;
  }
  m.dead.erase(start);
  Block block{};
  static_cast<Allocation&>(block) = {start, size, kind, device, ++m.serial, site, flags};
  block.capacity = capacity;
  block.reach = reach;
  block.guard = guard;
  block.fresh = kind == MemoryKind::device && poisons();
  Block& stored = m.blocks[start] = std::move(block);
  if (stored.fresh) m.fresh.push_back(&stored);
  if (kind == MemoryKind::device) {
    m.in_use[device] += capacity;
  } else {
    m.managed_in_use += capacity;
  }
  *pointer = start;
  return cudaSuccess;
}

cudaError_t release(void* pointer, MemoryKind kind, const void* site) {
  Memory& m = memory();
  const std::lock_guard lock(m.mutex);
  const auto entry = m.blocks.find(static_cast<const char*>(pointer));
  if (entry == m.blocks.end() || entry->second.kind != kind || entry->second.mapped) return cudaErrorInvalidValue;
  entry->second.freed_site = site;
  remove(entry);
  return cudaSuccess;
}

void release_all(int device) {
  Memory& m = memory();
  const std::lock_guard lock(m.mutex);
  for (auto entry = m.blocks.begin(); entry != m.blocks.end();) {
    const auto here = entry++;
    const Block& block = here->second;
    if (block.device == device && block.kind != MemoryKind::symbol && !block.mapped) remove(here);
  }
}

void register_symbol(const void* pointer, std::size_t size) {
  Memory& m = memory();
  const std::lock_guard lock(m.mutex);
  auto* const start = static_cast<char*>(const_cast<void*>(pointer));
  Block& block = m.blocks[start];
  static_cast<Allocation&>(block) = {start, size, MemoryKind::symbol, 0, ++m.serial, nullptr, 0};
  block.fresh = false;
}

cudaError_t register_host(void* pointer, std::size_t size, unsigned flags, const void* site) {
  Memory& m = memory();
  const std::lock_guard lock(m.mutex);
  auto* const start = static_cast<char*>(pointer);
  const auto next = m.blocks.lower_bound(start);
  if (!is_range(start, size)) return cudaErrorInvalidValue;
  if (find_block(start) || (next != m.blocks.end() && next->second.pointer < start + size)) {
    return cudaErrorHostMemoryAlreadyRegistered;
  }
  Block& block = m.blocks[start];
  static_cast<Allocation&>(block) = {start, size, MemoryKind::registered, current_device(), ++m.serial, site, flags};
  block.fresh = false;
  return cudaSuccess;
}

Block* find_block(const void* address) {
  Memory& m = memory();
  const auto entry = last_not_after(m.blocks, address);
  if (entry == m.blocks.end() || static_cast<const char*>(address) >= entry->second.pointer + entry->second.size) {
    return nullptr;
  }
  return &entry->second;
}
std::optional<Allocation> find_allocation(const void* address) {
  const std::lock_guard lock(memory().mutex);
  const Block* const block = find_block(address);
  return block ? std::optional<Allocation>(*block) : std::nullopt;
}
std::optional<Allocation> nearest_allocation(const void* address) {
  const std::lock_guard lock(memory().mutex);
  const auto entry = last_not_after(memory().blocks, address);
  return entry == memory().blocks.end() ? std::nullopt : std::optional<Allocation>(entry->second);
}
std::optional<Allocation> freed_allocation(const void* address) {
  const std::lock_guard lock(memory().mutex);
  const auto entry = last_not_after(memory().dead, address);
  const bool held =
      entry != memory().dead.end() && static_cast<const char*>(address) < entry->second.pointer + entry->second.size;
  return held ? std::optional(entry->second) : std::nullopt;
}
std::vector<Allocation> live_allocations() {
  const std::lock_guard lock(memory().mutex);
  std::vector<Allocation> all;
  for (const auto& [start, block] : memory().blocks) all.push_back(block);
  return all;
}

void set_accessible(void* pointer, bool accessible) {
  Memory& m = memory();
  const std::lock_guard lock(m.mutex);
  Block* const block = find_block(pointer);
  if (!block || block->accessible == accessible) return;
  if (!accessible) {
    close_block(*block);
    if (block->fresh) std::erase(m.fresh, block);
    block->fresh = false;
  } else {
    block->fresh = poisons() && !block->mapped;
    if (block->fresh) m.fresh.push_back(block);
  }
  block->accessible = accessible;
  if (!block->graph_owned) return;
  GraphMemoryUse& use = m.graph_use[block->device];
  use.used = accessible ? use.used + block->size : use.used - block->size;
  use.used_high = std::max(use.used_high, use.used);
}

bool is_covered(const Block& first, const void* start, std::size_t size) {
  if (!is_range(start, size)) return false;
  const char* const end = static_cast<const char*>(start) + size;
  const Block* block = &first;
  while (end > block->pointer + block->size) {
    const Block* const next = block->mapped ? find_block(block->pointer + block->size) : nullptr;
    if (!next || !next->mapped) return false;
    block = next;
  }
  return true;
}

void* reserve_addresses(std::size_t size) {
  const std::lock_guard lock(memory().mutex);
  return memory().device.take(size);
}
void free_addresses(void* start, std::size_t size) {
  const std::lock_guard lock(memory().mutex);
  memory().device.give(static_cast<char*>(start), size, 0);
}

void map_device_memory(void* start, std::size_t size, int file, std::size_t offset, int device) {
  Memory& m = memory();
  const std::lock_guard lock(m.mutex);
  auto* const first = static_cast<char*>(start);
  if (mmap(first, size, PROT_NONE, MAP_SHARED | MAP_FIXED, file, static_cast<off_t>(offset)) == MAP_FAILED) {
    std::perror("CUDA emulator: cannot map device memory");
    std::abort();
  }
  Block& block = m.blocks[first] = {};
  static_cast<Allocation&>(block) = {first, size, MemoryKind::device, device, ++m.serial, nullptr, 0};
  block.capacity = block.reach = size;
  block.fresh = block.accessible = false;
  block.mapped = true;
}
void unmap_device_memory(void* start) {
  Memory& m = memory();
  const std::lock_guard lock(m.mutex);
  const auto entry = m.blocks.find(static_cast<const char*>(start));
  close_block(entry->second);
  remember_dead(entry->second);
  void* const empty =
      mmap(start, entry->second.size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
  if (empty == MAP_FAILED) std::abort();
  m.blocks.erase(entry);
}

int share_device_memory(void* start) {
  const DeviceAccess access;
  Memory& m = memory();
  const std::lock_guard lock(m.mutex);
  Block* const block = find_block(start);
  if (!block || block->kind != MemoryKind::device || block->mapped) return -1;
  if (block->shared_file >= 0) return block->shared_file;
  const int file = memfd_create("cuda_memory", MFD_CLOEXEC);
  if (file < 0 || ftruncate(file, static_cast<off_t>(block->reach)) != 0) return -1;
  open_block(*block);
  if (pwrite(file, block->pointer, block->size, 0) != static_cast<ssize_t>(block->size)) return -1;
  close_block(*block);
  if (mmap(block->pointer, block->reach, PROT_NONE, MAP_SHARED | MAP_FIXED, file, 0) == MAP_FAILED) std::abort();
  open_block(*block);
  return block->shared_file = file;
}

bool count_device_memory(int device, std::ptrdiff_t change) {
  const std::lock_guard lock(memory().mutex);
  std::size_t& used = memory().in_use[device];
  if (change > 0 && used + static_cast<std::size_t>(change) > device_memory()) return false;
  used = static_cast<std::size_t>(static_cast<std::ptrdiff_t>(used) + change);
  return true;
}

void mark_graph_owned(void* pointer) {
  set_accessible(pointer, false);
  const std::lock_guard lock(memory().mutex);
  Block* const block = find_block(pointer);
  block->graph_owned = true;
  GraphMemoryUse& use = memory().graph_use[block->device];
  use.reserved += block->capacity;
  use.reserved_high = std::max(use.reserved_high, use.reserved);
}
GraphMemoryUse graph_memory_use(int device) {
  const std::lock_guard lock(memory().mutex);
  return memory().graph_use[device];
}
void reset_graph_memory_high(int device) {
  const std::lock_guard lock(memory().mutex);
  GraphMemoryUse& use = memory().graph_use[device];
  use.used_high = use.used;
  use.reserved_high = use.reserved;
}
bool is_accessible(void* pointer) {
  const std::lock_guard lock(memory().mutex);
  const Block* const block = find_block(pointer);
  return block && block->accessible;
}
bool close_graph_owned(void* pointer) {
  {
    const std::lock_guard lock(memory().mutex);
    const Block* const block = find_block(pointer);
    if (!block || !block->graph_owned || !block->accessible) return false;
  }
  set_accessible(pointer, false);
  return true;
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
