#include <algorithm>

struct Multiprocessor {
  int threads, blocks, registers, shared_bytes;
};

struct Kernel {
  int threads_per_block, registers_per_thread, shared_bytes_per_block;  // at least 1, 1, 0
};

// How many blocks of the kernel can be on a multiprocessor at the same time?
int resident_blocks(Multiprocessor sm, Kernel kernel) {
  // [starter
  //- return sm.threads / kernel.threads_per_block;
  const int threads = (kernel.threads_per_block + 31) / 32 * 32;
  int blocks = std::min(sm.blocks, sm.threads / threads);
  blocks = std::min(blocks, sm.registers / (threads * kernel.registers_per_thread));
  if (kernel.shared_bytes_per_block > 0) blocks = std::min(blocks, sm.shared_bytes / kernel.shared_bytes_per_block);
  return blocks;
  // starter]
}

// Resident warps over the most warps that a multiprocessor can hold: 0 to 1
double occupancy(Multiprocessor sm, Kernel kernel) {
  // [starter
  //- return static_cast<double>(resident_blocks(sm, kernel)) / sm.blocks;
  const int threads = (kernel.threads_per_block + 31) / 32 * 32;
  return static_cast<double>(resident_blocks(sm, kernel) * threads) / sm.threads;
  // starter]
}
