// The copies that each thread of a block has started and not yet waited for (cuda_pipeline.h).
#include <cuda_pipeline.h>

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

AsyncCopies& my_async_copies() {
  static thread_local std::vector<AsyncCopies> async_copies(max_block_threads);
  AsyncCopies& mine = async_copies[block_state.current];
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

}  // namespace

void ask_async_copy(AsyncCopy copy) {
  AsyncCopies& mine = my_async_copies();
  copy.batch = mine.batch;
  mine.asked.push_back(copy);
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
