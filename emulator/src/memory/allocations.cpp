// The memory that kernels may access: which allocation holds which bytes.
#include "memory/allocations.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "memory/checked_size.hpp"
#include "memory/memory.hpp"
#include "platform/faults.hpp"
#include "platform/pages.hpp"
#include "platform/program.hpp"

namespace cuda_emulator {

thread_local int this_thread_device = 0;

namespace {

constexpr std::size_t max_remembered_dead = 1024;
constexpr std::size_t quarantine_bytes = to_reserve(16ull << 30, 256u << 20);  // of addresses

constexpr std::size_t max_reaching = 8192;  // further allocations end with their own last page

// Each may need two mappings of different protection, whose number per process is limited: fibers.cpp names the other
// uses.
std::size_t max_guarded() {
  return most_mappings() / 6;
}

std::size_t host_memory() {
  if (sizeof(void*) < 8) return arena_bytes;
  return static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) * sysconf(_SC_PAGESIZE);
}

// With the mutex held. Under the microscope an address is not reused for a long time: a late access is then reported as
// one to the freed memory, and not taken for an access to the next allocation.
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

// With the mutex held: removes the block from the table and unmaps its pages.
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
    if (block.shared_file >= 0) {  // its contents remain for others that have mapped it
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

void remember_dead(const Allocation& allocation) {
  Memory& m = memory();
  m.dead[allocation.pointer] = allocation;
  m.dead_order.push_back(allocation.pointer);
  if (m.dead_order.size() > 2 * max_remembered_dead) {
    for (std::size_t i = 0; i < max_remembered_dead; ++i) m.dead.erase(m.dead_order[i]);
    m.dead_order.erase(m.dead_order.begin(), m.dead_order.begin() + max_remembered_dead);
  }
}

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
  static const std::size_t bytes =
      std::min(to_reserve(8ull << 30, arena_bytes), host_memory() / 4 * 3) / page_size() * page_size();
  return bytes;
}

cudaError_t allocate(void** pointer, std::size_t size, MemoryKind kind, unsigned flags, const void* site) {
  if (!pointer) return cudaErrorInvalidValue;
  *pointer = nullptr;
  if (size == 0) return cudaSuccess;
  Memory& m = memory();
  const int device = current_device();
  if (device != 0) m.of_several_devices = true;
  if (size > arena_bytes) return cudaErrorMemoryAllocation;
  const std::size_t capacity = round_up(size, page_size());
  const std::lock_guard lock(m.mutex);
  std::size_t guard = m.blocks.size() < max_guarded() ? page_size() : 0;
  std::size_t reach = capacity;
  if (protects_bytes) {
    guard += capacity - size;
    reach = size;
  } else if (!microscope_looks_on && m.blocks.size() < max_reaching) {
    reach = std::max(capacity, round_up(size, gpu_page) - (size < gpu_page ? guard : 0));
  }
  // Managed memory may exceed the device's, as on a GPU, but not the machine's memory.
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
  if (microscope_looks_on && kind != MemoryKind::device) {
    std::memset(start + size, beyond_the_end, std::min(watched_beyond, capacity - size));
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

}  // namespace cuda_emulator
