// The work of one OS thread for a grid.
#include "engine/worker.hpp"

#include <algorithm>
#include <thread>
#include <utility>

#include "engine/cluster.hpp"
#include "engine/hooks.hpp"
#include "engine/pool.hpp"
#include "engine/print.hpp"
#include "memory/allocations.hpp"
#include "platform/number_traps.hpp"

namespace cuda_emulator {
namespace {

__thread Job* current_job;
__thread Worker* current_worker;

}  // namespace

void Worker::run() {
  const int outer_device = std::exchange(this_thread_device, job_.device);
  Job* const outer = std::exchange(current_job, &job_);
  Worker* const outer_worker = std::exchange(current_worker, this);
  const BlockState state = block_state;
  const dim3 outer_block_dim = blockDim, outer_grid_dim = gridDim;
  block_state.paused = block_state.spins = 0;
  ++block_state.grid;
  kernel_memory_opens();
  if (hooks.number_trap) trap_numbers(true);
  member_ = job_.watch.join();
  if (job_.gang_size > 1) run_clusters();
  while (job_.gang_size == 1 && job_.take(&range_, *member_)) {
    const std::uint64_t begin = range_.begin;
    std::string text;
    for (block_ = begin; block_ < range_.end && block_ < job_.failed_block; ++block_) {
      const dim3 grid = job_.grid.grid;
      blockIdx = {static_cast<unsigned>(block_ % grid.x), static_cast<unsigned>(block_ / grid.x % grid.y),
                  static_cast<unsigned>(block_ / grid.x / grid.y)};
      waits_since_ = {};
      job_.watch.block_begins(*member_, block_);
      BlockResult result = run_block(job_.grid, *this);
      member_->block = GridWatch::no_block;
      text += take_text();
      if (result.error != cudaSuccess) job_.fail(block_, result.error, std::move(result.report));
      if (job_.grid.cooperative) job_.block_ended();
      if (job_.one_by_one && (!result.looked_at || job_.all_looked_at) && job_.one_by_one.exchange(false) &&
          pool().size() > 1 && job_.blocks > 1) {
        pool().help(job_, std::min<std::uint64_t>(pool().size(), job_.blocks) - 1);
      }
    }
    job_.finish({begin, range_.end}, std::move(text));
  }
  job_.watch.leave(member_);
  if (hooks.number_trap) trap_numbers(false);
  kernel_memory_closes();
  const unsigned grids = block_state.grid;
  block_state = state;
  block_state.grid = grids;
  blockDim = outer_block_dim;
  gridDim = outer_grid_dim;
  current_job = outer;
  current_worker = outer_worker;
  this_thread_device = outer_device;
}

bool Worker::meet_grid() {
  return waiting([&] { return job_.meet_grid(block_); });
}

bool Worker::meet_cluster() {
  return job_.gang_size == 1 || waiting([&] { return job_.meet_cluster(gang_, block_); });
}

void Worker::await_turn() {
  if (job_.is_turn_of(range_.begin)) return;
  waiting([&] {
    job_.await_turn(range_.begin);
    return true;
  });
}

void Worker::spins() {
  if (job_.gang_size > 1) {  // the cluster's other blocks are already running
    std::this_thread::sleep_for(std::chrono::microseconds(20));
    return;
  }
  const auto now = std::chrono::steady_clock::now();
  if (waits_since_ == std::chrono::steady_clock::time_point{}) waits_since_ = now;
  // Hundreds of blocks may wait for one that computes.
  if (member_->looks > 2) std::this_thread::sleep_for(std::chrono::microseconds(200));
  if (now - waits_since_ < std::chrono::milliseconds(20)) return;
  waits_since_ = now;
  job_.give_up_order();
  const bool more = job_.take_back({block_ + 1, range_.end});
  range_.end = block_ + 1;
  if (const std::uint64_t room = more ? job_.room() : 0) {
    pool().add_helpers(job_, room);
  } else {
    runtime_side.grid_only_waits();
  }
}

bool Worker::stands_still() {
  if (!GridWatch::is_due(*member_)) return false;
  take_spinning_stacks(&stacks_);
  const bool asked = std::exchange(block_state.asked_clock, false);
  const bool changed = member_->watch.has_changed(stacks_, job_.grid.shared) || asked;
  const bool over = job_.watch.look(*member_, changed);
  // Threads that poll in a barrier or a warp function may wait for a block that has not started.
  if (!over && !changed && member_->looks > 2) spins();
  return over;
}

std::string Worker::describe_grid() {
  const std::uint64_t running = job_.watch.members(), left = job_.not_started();
  if (left == 0 && running == 1) return "";
  const std::string blocks = "  " + std::to_string(running) + " blocks run and wait";
  if (left == 0) return blocks + "\n";
  return blocks +
         (job_.room() > 0 ? ", and the system allows no more OS threads, of which each block needs one"
                          : ", as many as the device holds at once") +
         "; they may wait for blocks that have not started: " + std::to_string(left) + "\n";
}

void Worker::run_clusters() {
  const dim3 dims = job_.grid.cluster, grid = job_.grid.grid;
  const dim3 clusters{grid.x / dims.x, grid.y / dims.y, grid.z / dims.z};
  const unsigned joined = job_.join(), rank = joined % job_.gang_size;
  gang_ = joined / job_.gang_size;
  const uint3 inside{rank % dims.x, rank / dims.x % dims.y, rank / (dims.x * dims.y)};
  const ClusterPlace outer =
      std::exchange(cluster_place, {dims, {inside.x, inside.y, inside.z}, rank, job_.storage(gang_)});
  (*job_.storage(gang_))[rank] = program_tls().low;
  const std::uint64_t first = job_.grid.cooperative ? gang_ : 0,
                      end = job_.grid.cooperative ? gang_ + 1 : volume(clusters);
  for (std::uint64_t cluster = first; cluster < end && waiting([&] { return job_.assemble(gang_); }); ++cluster) {
    blockIdx = {static_cast<unsigned>(cluster % clusters.x) * dims.x + inside.x,
                static_cast<unsigned>(cluster / clusters.x % clusters.y) * dims.y + inside.y,
                static_cast<unsigned>(cluster / clusters.x / clusters.y) * dims.z + inside.z};
    block_ = blockIdx.x + std::uint64_t{grid.x} * (blockIdx.y + std::uint64_t{grid.y} * blockIdx.z);
    job_.watch.block_begins(*member_, block_);
    BlockResult result = run_block(job_.grid, *this);
    job_.finish({block_, block_ + 1}, take_text());
    if (result.error != cudaSuccess) job_.fail(block_, result.error, std::move(result.report));
    job_.block_of_cluster_ended(gang_);
    if (job_.grid.cooperative) job_.block_ended();
  }
  cluster_place = outer;
}

void await_earlier_blocks() {
  if (current_worker) current_worker->await_turn();
}
bool blocks_in_order() {
  return current_job && current_job->in_order;
}

}  // namespace cuda_emulator
