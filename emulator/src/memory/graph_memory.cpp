// Memory of graphs: its addresses stay reserved while the memory is allocated and freed.
#include <algorithm>

#include "memory/memory.hpp"

namespace cuda_emulator {

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

}  // namespace cuda_emulator
