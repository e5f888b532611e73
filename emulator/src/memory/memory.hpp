// What the files of this folder share: all memory that the emulator knows, and what of it may be touched.
#pragma once
#include <cstddef>
#include <deque>
#include <iterator>
#include <map>
#include <mutex>
#include <vector>

#include "memory/allocations.hpp"
#include "platform/arena.hpp"

namespace cuda_emulator {

constexpr std::size_t arena_bytes = 64ull << 30;

// A GPU maps memory by pieces of 2 MB, so an overrun within a piece does no visible harm there, nor here; the
// microscope finds it. What is smaller than a piece leaves out its last page: no huge page then fits in, which would be
// cleared as a whole at the first touch.
constexpr std::size_t gpu_page = 2 << 20;

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

template <typename Map>
auto last_not_after(Map& map, const void* address) {
  auto after = map.upper_bound(static_cast<const char*>(address));
  return after == map.begin() ? map.end() : std::prev(after);
}

Memory& memory();
void remember_dead(const Allocation& allocation);

// ---- access.cpp: with the mutex held ----
// With protection keys a block stays open for good, and the key alone shuts it.
void open_block(Block& block);
void close_block(Block& block);
// A program starts with memory that a GPU would have cleared for it: zeros, on which many a program relies unknowingly.
// Poison, for those that link is_lesson.cpp, for the microscope, and wherever CUDA_EMULATOR_POISON=1 asks for it.
bool poisons();

}  // namespace cuda_emulator
