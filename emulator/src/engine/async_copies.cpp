// The copies that each thread of a block has started and not yet waited for (cuda_pipeline.h).
#include <cuda_pipeline.h>

#include <algorithm>
#include <vector>

namespace cuda_emulator {
namespace {

struct AsyncCopies {  // of one thread, and the block that it belonged to
  unsigned grid = 0;
  uint3 block = {};
  unsigned batch = 0;  // that is being filled
  std::size_t done = 0;
  std::vector<AsyncCopy> asked = {};
};

std::vector<AsyncCopies>& all_async_copies() {
  static thread_local std::vector<AsyncCopies> async_copies(max_block_threads);
  return async_copies;
}

AsyncCopies& async_copies_of(unsigned thread) {
  AsyncCopies& mine = all_async_copies()[thread];
  const bool same_block = mine.grid == block_state.grid && mine.block.x == blockIdx.x && mine.block.y == blockIdx.y &&
                          mine.block.z == blockIdx.z;
  if (!same_block) {
    mine.asked.clear();  // a thread of another block ended without waiting
    mine.grid = block_state.grid;
    mine.block = blockIdx;
    mine.batch = 0;
    mine.done = 0;
  }
  return mine;
}
AsyncCopies& my_async_copies() {
  return async_copies_of(block_state.current);
}

}  // namespace

void ask_async_copy(AsyncCopy copy) {
  AsyncCopies& mine = my_async_copies();
  copy.batch = mine.batch;
  mine.asked.push_back(copy);
}

void ask_shared_copies(void* to, const void* from, std::size_t bytes, std::size_t piece, std::size_t first,
                       std::size_t count) {
  AsyncCopies& mine = my_async_copies();
  for (std::size_t at = first * piece; at < bytes; at += count * piece) {
    mine.asked.push_back({static_cast<char*>(to) + at, static_cast<const char*>(from) + at, piece, 0, mine.batch});
  }
  ++mine.batch;
}

bool is_async_copy_pending(const void* p) {
  const auto* at = static_cast<const char*>(p);
  for (unsigned thread = 0; thread < block_state.size; ++thread) {
    const AsyncCopies& copies = async_copies_of(thread);
    const auto begin = copies.asked.begin() + static_cast<std::ptrdiff_t>(copies.done);
    const auto writes = [&](const AsyncCopy& copy) { return at >= copy.shared && at < copy.shared + copy.size; };
    if (std::any_of(begin, copies.asked.end(), writes)) return true;
  }
  return false;
}

void commit_async_copies() {
  ++my_async_copies().batch;
}

bool take_async_copy(std::size_t prior, AsyncCopy& copy) {
  AsyncCopies& mine = my_async_copies();
  if (mine.done == mine.asked.size() || mine.asked[mine.done].batch + prior >= mine.batch) {
    mine.asked.erase(mine.asked.begin(), mine.asked.begin() + static_cast<std::ptrdiff_t>(mine.done));
    mine.done = 0;
    return false;
  }
  copy = mine.asked[mine.done++];
  return true;
}

}  // namespace cuda_emulator
