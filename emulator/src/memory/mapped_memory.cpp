// Addresses of device memory that are mapped separately to parts of files, which other processes may map too.
#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "memory/checked_size.hpp"
#include "memory/memory.hpp"

namespace cuda_emulator {

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

}  // namespace cuda_emulator
