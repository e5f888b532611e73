// Barriers of a block's threads: __syncthreads, those of tiles of several warps, and those with other blocks.
#include <algorithm>
#include <utility>

#include "emulator/cluster.hpp"
#include "engine/async_work.hpp"
#include "engine/block_engine.hpp"
#include "engine/print.hpp"

namespace cuda_emulator {

const Operation barrier_operation{"__syncthreads", nullptr};
const Operation grid_operation{"grid.sync", nullptr};
const Operation cluster_operation{"cluster.sync", nullptr};
const Operation tile_operation{"tile.sync", nullptr};

void open_barrier(Engine& e) {
  e.last_vote = e.vote;
  e.last_voters = e.barrier_count;
  e.vote = 0;
  flush_block_text();
  if (hooks.block_sync) hooks.block_sync();
  const bool lockstep = !e.wide_barrier && !e.traced && e.barrier_count == block_state.size;
  const bool yield = !lockstep && meeting_yields(e);
  if (const Operation* const wide = std::exchange(e.wide_barrier, nullptr)) {
    const bool of_cluster = wide == &cluster_operation && work_hooks.cluster_meets && e.traced;
    if (of_cluster) work_hooks.cluster_meets(true);
    const bool opened = wide == &grid_operation ? e.environment->meet_grid() : e.environment->meet_cluster();
    if (!opened) leave_block(e, cudaErrorLaunchFailure);
    if (of_cluster) work_hooks.cluster_meets(false);
    if (wide == &grid_operation && hooks.grid_sync) hooks.grid_sync();
  }
  for (unsigned i = 0; i * 64 < block_state.size; ++i) {  // or threads that yielded may be ready too
    if (!lockstep) (yield ? e.yielded : e.ready)[i] |= e.at_barrier[i];
    e.at_barrier[i] = 0;
  }
  if (!lockstep) (yield ? e.yielded_count : e.ready_count) += e.barrier_count;
  block_state.waiting -= e.barrier_count;
  e.barrier_count = 0;
  e.idle_rounds = 0;
  if (lockstep) {
    block_state.lockstep = Lockstep::meeting;
    block_state.barrier_end = block_state.size - 1;
    block_state.current = 0;
    threadIdx = {0, 0, 0};
  }
}

// The block's threads meet those of other blocks.
static Wait arrive_at_wide_barrier(const Operation& operation, void* caller) {
  Engine& e = *engine;
  Context* const mine = prepare_wait(e, operation, caller);
  ++e.barrier_count;
  ++block_state.waiting;
  e.wide_barrier = &operation;
  set_bit(e.at_barrier, block_state.current);
  try_open_barrier(e);
  return {mine, next_context()};
}

void try_open_tiles(Engine& e) {
  for (std::size_t i = e.tiles.size(); i-- > 0;) {
    const TileMeeting tile = e.tiles[i];
    unsigned needed = 0;
    for (unsigned t = tile.first; t < std::min(tile.first + tile.count, block_state.size); ++t) {
      needed += !(block_state.returned[t / warp_size] >> (t % warp_size) & 1);
    }
    if (tile.arrived < needed) continue;
    for (unsigned t = tile.first; t < std::min(tile.first + tile.count, block_state.size); ++t) {
      if (!(block_state.returned[t / warp_size] >> (t % warp_size) & 1)) set_bit(e.ready, t);
    }
    if (hooks.tile_sync) hooks.tile_sync(tile.first, tile.count);
    e.ready_count += tile.arrived;
    block_state.waiting -= tile.arrived;
    e.tiles.erase(e.tiles.begin() + static_cast<std::ptrdiff_t>(i));
    e.idle_rounds = 0;
  }
}

CUDA_EMULATOR_WAIT arrive_at_barrier(unsigned vote) {
  Engine& e = *engine;
  if (!vote) {
    if (!block_state.split && block_state.current == 0 && !e.traced) begin_lockstep(e);
    if (block_state.lockstep == Lockstep::starting || block_state.lockstep == Lockstep::meeting) {
      e.threads[block_state.current].caller = __builtin_return_address(0);
      return block_state.current < block_state.barrier_end ? step_on(block_state) : next_round(e);
    }
  }
  Context* const mine = prepare_wait(e, barrier_operation, __builtin_return_address(0));
  e.vote += vote;
  ++e.barrier_count;
  ++block_state.waiting;
  set_bit(e.at_barrier, block_state.current);
  try_open_barrier(e);
  return {mine, block_state.lockstep == Lockstep::none ? next_context() : e.contexts[0]};
}

unsigned block_votes() {
  return engine->last_vote;
}

unsigned block_voters() {
  return engine->last_voters;
}

CUDA_EMULATOR_WAIT arrive_at_grid_barrier() {
  if (!engine->grid->cooperative) {
    abandon_kernel(cudaErrorLaunchFailure, "grid.sync() needs a cooperative launch", nullptr);
  }
  return arrive_at_wide_barrier(grid_operation, __builtin_return_address(0));
}

CUDA_EMULATOR_WAIT arrive_at_cluster_barrier() {
  return arrive_at_wide_barrier(cluster_operation, __builtin_return_address(0));
}

CUDA_EMULATOR_WAIT arrive_at_tile_barrier(unsigned first, unsigned count) {
  Engine& e = *engine;
  Context* const mine = prepare_wait(e, tile_operation, __builtin_return_address(0));
  ++block_state.waiting;
  auto tile = std::find_if(e.tiles.begin(), e.tiles.end(),
                           [&](const TileMeeting& t) { return t.first == first && t.count == count; });
  if (tile == e.tiles.end()) {
    e.tiles.push_back({first, count, 1});
  } else {
    ++tile->arrived;
  }
  try_open_tiles(e);
  return {mine, next_context()};
}

std::vector<void*> barrier_callers() {
  std::vector<void*> callers(block_state.size);
  for (unsigned t = 0; t < block_state.size; ++t) {
    if (engine->at_barrier[t / 64] >> (t % 64) & 1) callers[t] = engine->threads[t].caller;
  }
  return callers;
}

}  // namespace cuda_emulator
