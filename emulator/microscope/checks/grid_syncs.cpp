// Blocks that end while others wait in grid.sync(): on a GPU it waits for all blocks of the grid, also for those that
// have ended, so the kernel hangs. (A cluster's barrier does not wait for blocks that have ended.)
#include "ground/ground.hpp"

namespace cuda_emulator::microscope {
namespace {

struct Passed {
  u64 barriers = 0;
  const void* call = nullptr;  // of the last one
};
std::mutex blocks_mutex;
auto& blocks = *new std::map<u64, Passed>();  // those that are checked, by their index
thread_local const void* barrier = nullptr;   // that this thread's block has just met at

bool is_one_group(const Grid& grid) {
  return grid.cooperative && size_of(grid.cluster) <= 1;
}

void block_starts(Recorder& r) {
  if (!is_one_group(*r.grid)) return;
  const std::lock_guard lock(blocks_mutex);
  blocks[r.linear] = {};
}

void block_meets(Recorder& r) {
  if (!is_one_group(*r.grid)) return;
  const std::vector<void*> callers = barrier_callers();
  const auto first = std::find_if(callers.begin(), callers.end(), [](void* call) { return call != nullptr; });
  barrier = first == callers.end() ? nullptr : *first;
}

void grid_met() {  // the block's threads, in that barrier
  const Looking looking;
  if (!looking || !is_one_group(*looking.r().grid)) return;
  const std::lock_guard lock(blocks_mutex);
  Passed& passed = blocks[looking.r().linear];
  ++passed.barriers;
  passed.call = barrier;
}

std::string times(u64 n) {
  return std::to_string(n) + (n == 1 ? " time" : " times");
}

void check_blocks(const Grid& grid, const std::vector<Recorder*>&) {
  const std::lock_guard lock(blocks_mutex);
  const auto all = std::exchange(blocks, {});
  if (all.empty() || kernel_run().failed_block != ~u64{0}) return;
  const auto fewer = [](const auto& a, const auto& b) { return a.second.barriers < b.second.barriers; };
  const auto [least, most] = std::minmax_element(all.begin(), all.end(), fewer);
  const u64 wanted = most->second.barriers;
  if (least->second.barriers == wanted || !most->second.call) return;
  const auto missing = std::count_if(all.begin(), all.end(), [&](const auto& b) { return b.second.barriers < wanted; });
  found({Message::grid_barrier_not_reached,
         "blocks wait in grid.sync() at " + mark(most->second.call) + ", and others have ended",
         "block " + block_name(grid, most->first) + " calls it " + times(wanted) + ", block " +
             block_name(grid, least->first) + " " + times(least->second.barriers) + "; " + std::to_string(missing) +
             " of " + std::to_string(all.size()) + " blocks do not arrive: on a GPU the kernel hangs"});
}

const Listener starts(moments.block_starts, block_starts);
const Listener meets(moments.block_meets, block_meets);
const Listener opens(hooks.grid_sync, grid_met);
const Listener ends(moments.grid_checked, check_blocks);

}  // namespace
}  // namespace cuda_emulator::microscope
