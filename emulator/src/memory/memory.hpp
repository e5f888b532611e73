// Shared by the files of this folder: all memory that the emulator manages, and which of it may be accessed.
#pragma once
#include <atomic>
#include <cstddef>
#include <deque>
#include <iterator>
#include <map>
#include <mutex>
#include <vector>

#include "memory/allocations.hpp"
#include "platform/arena.hpp"

namespace cuda_emulator {

constexpr std::size_t arena_bytes = to_reserve(64ull << 30, 1u << 30);

// A GPU maps memory in units of 2 MB, so an overrun within a unit is not detected there, nor here; the microscope finds
// it. Smaller allocations leave out the unit's last page: then no huge page fits in, which would be cleared completely
// at the first access.
constexpr std::size_t gpu_page = 2 << 20;

struct Memory {
  std::mutex mutex;
  Arena device{arena_bytes, reinterpret_cast<char*>(0x200000000000), 256 << 20};
  Arena host{arena_bytes, reinterpret_cast<char*>(0x208000000000), 0};
  const char* const before_first = device.take(gpu_page);  // belongs to no allocation
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
  std::atomic<bool> of_several_devices{false};  // an allocation was made on another one than the first
  int users = 0;                                // kernels' OS threads and copies that may access device memory now
  int key = -1;                                 // the protection key, or -1
  bool unguarded = false;                       // all of its addresses stay open
};

template <typename Map>
auto last_not_after(Map& map, const void* address) {
  auto after = map.upper_bound(static_cast<const char*>(address));
  return after == map.begin() ? map.end() : std::prev(after);
}

Memory& memory();
void remember_dead(const Allocation& allocation);

// ---- access.cpp: with the mutex held ----
// With protection keys a block stays open permanently, and the key alone prevents access.
void open_block(Block& block);
void close_block(Block& block);
// A program starts with memory that a GPU would have cleared: zeros, on which many programs rely without knowing it.
// Poison for programs that link is_lesson.cpp, for the microscope, and wherever CUDA_EMULATOR_POISON=1 requests it.
bool poisons();

}  // namespace cuda_emulator
