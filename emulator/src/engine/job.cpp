// A running grid.
#include "engine/job.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>

#include "engine/cluster.hpp"
#include "engine/print.hpp"

namespace cuda_emulator {
namespace {

constexpr unsigned patience = 500;  // some ten microseconds
void relax_processor() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

}  // namespace

Job::Job(const Grid& grid, unsigned threads, Look look)
    : grid(grid),
      blocks(std::uint64_t{grid.grid.x} * grid.grid.y * grid.grid.z),
      gang_size(volume(grid.cluster)),
      one_by_one(!grid.cooperative && gang_size == 1 && (look != Look::none || blocks >= 4 * threads)),
      all_looked_at(look == Look::all_blocks && one_by_one),
      in_order(look != Look::none && one_by_one),
      in_turns_(in_order),
      live_(blocks),
      gangs_(gang_size == 1     ? 0
             : grid.cooperative ? blocks / gang_size
                                : 1) {
  for (Gang& gang : gangs_) gang.storage.resize(gang_size);
  // A few ranges per thread, so that a slow thread does not end last; in a cooperative grid all blocks run at once,
  // each on its own OS thread.
  largest_range_ = grid.cooperative || all_looked_at ? 1 : std::max<std::uint64_t>(1, blocks / (threads * 16));
}

bool Job::take(Range* range, GridWatch::Member& member) {
  const std::lock_guard lock(mutex_);
  // After a failure earlier blocks still run: the first failing one is reported, whichever thread was faster.
  std::erase_if(returned_, [&](const Range& back) { return back.begin >= failed_block; });
  if (at_once_ != 0 && room_with_lock() == 0) return false;  // the OS thread that ends a block continues with the next
  if (!returned_.empty()) {
    // Blocks that wait for each other start one at a time and in order, as on a GPU.
    const auto first = std::min_element(returned_.begin(), returned_.end(),
                                        [](const Range& a, const Range& b) { return a.begin < b.begin; });
    *range = {first->begin, first->begin + 1};
    member.block = range->begin;
    if (++first->begin == first->end) returned_.erase(first);
    return true;
  }
  if (next_ == blocks || next_ >= failed_block) return false;
  *range = {next_, std::min(next_ + largest_range_, blocks)};
  next_ = range->end;
  member.block = range->begin;
  if (in_turns_) running_.push_back(range->begin);
  return true;
}

void Job::await_turn(std::uint64_t begin) {
  for (unsigned turns = 0; in_order && first_running_ != begin; ++turns) {
    if (turns < patience) {
      relax_processor();
      continue;
    }
    std::unique_lock lock(mutex_);
    turn_comes_.wait(lock, [&] { return !in_order || first_running_ == begin; });
  }
}

void Job::give_up_order() {
  const std::lock_guard lock(mutex_);
  in_order = false;
  turn_comes_.notify_all();
}

bool Job::take_back(Range rest) {
  const std::lock_guard lock(mutex_);
  if (rest.begin < rest.end) returned_.push_back(rest);
  largest_range_ = 1;
  return !returned_.empty() || next_ < blocks;
}

std::uint64_t Job::room() {
  const std::lock_guard lock(mutex_);
  if (!at_once_) at_once_ = runtime_side.blocks_at_once(grid);
  if (!at_once_) at_once_ = blocks;
  return room_with_lock();
}

std::uint64_t Job::not_started() {
  const std::lock_guard lock(mutex_);
  std::uint64_t count = blocks - next_;
  for (const Range& range : returned_) count += range.end - range.begin;
  return count;
}

void Job::fail(std::uint64_t block, cudaError_t failure, std::string report) {
  const std::lock_guard lock(mutex_);
  if (block < failed_block && (!report.empty() || error == cudaSuccess)) {
    failed_block = block;
    error = failure;
    report_ = std::move(report);
  }
  grid_opens_.notify_all();
}

void Job::finish(Range range, std::string text) {
  const std::lock_guard lock(mutex_);
  if (in_turns_) {
    std::erase(running_, range.begin);
    // Blocks are taken in order: later blocks do not affect an earlier one.
    first_running_ = running_.empty() ? next_ : *std::min_element(running_.begin(), running_.end());
    turn_comes_.notify_all();
  }
  finished_[range.begin] = {range.end, std::move(text)};
  for (auto first = finished_.begin(); first != finished_.end() && first->first == printed_;) {
    keep_kernel_text(first->second.second);
    printed_ = first->second.first;
    first = finished_.erase(first);
  }
}

void Job::write_rest() {
  for (const auto& entry : finished_) keep_kernel_text(entry.second.second);
  finished_.clear();
  if (report_.empty()) return;
  std::fflush(stdout);
  std::fputs(report_.c_str(), stderr);
}

bool Job::meet_grid(std::uint64_t block) {
  std::unique_lock lock(mutex_);
  texts_[block] = take_text();
  if (++arrived_ == live_) {
    open_grid();
    return true;
  }
  const std::uint64_t mine = generation_;
  grid_opens_.wait(lock, [&] { return generation_ != mine || error != cudaSuccess; });
  return generation_ != mine;
}

void Job::block_ended() {
  const std::lock_guard lock(mutex_);
  if (--live_ && arrived_ == live_) open_grid();
}

unsigned Job::join() {
  const std::lock_guard lock(mutex_);
  return joined_++;
}

bool Job::assemble(std::uint64_t gang_index) {
  std::unique_lock lock(mutex_);
  Gang& gang = gangs_[gang_index];
  const std::uint64_t round = gang.rounds;
  if (++gang.assembled == gang_size) {
    gang.assembled = gang.arrived = 0;
    gang.live = gang_size;
    gang.goes_on = error == cudaSuccess;
    ++gang.rounds;
    grid_opens_.notify_all();
  } else {
    // Without enough OS threads the last block never arrives.
    grid_opens_.wait(lock, [&] { return gang.rounds != round || error == cudaErrorLaunchOutOfResources; });
  }
  return gang.goes_on && error != cudaErrorLaunchOutOfResources;
}

bool Job::meet_cluster(std::uint64_t gang_index, std::uint64_t block) {
  std::unique_lock lock(mutex_);
  Gang& gang = gangs_[gang_index];
  gang.texts[block] = take_text();
  if (++gang.arrived == gang.live) {
    open_cluster(gang);
    return true;
  }
  const std::uint64_t mine = gang.generation;
  grid_opens_.wait(lock, [&] { return gang.generation != mine || error != cudaSuccess; });
  return gang.generation != mine;
}

void Job::block_of_cluster_ended(std::uint64_t gang_index) {
  const std::lock_guard lock(mutex_);
  Gang& gang = gangs_[gang_index];
  if (--gang.live && gang.arrived == gang.live) open_cluster(gang);
}

void Job::demand_cluster(dim3 dims) {
  const std::lock_guard lock(mutex_);
  demanded = dims;
}

void Job::open_cluster(Gang& gang) {
  for (const auto& entry : gang.texts) keep_kernel_text(entry.second);
  gang.texts.clear();
  gang.arrived = 0;
  ++gang.generation;
  watch.something_happens();
  grid_opens_.notify_all();
}

void Job::open_grid() {
  for (const auto& entry : texts_) keep_kernel_text(entry.second);
  texts_.clear();
  arrived_ = 0;
  ++generation_;
  watch.something_happens();
  grid_opens_.notify_all();
}

std::uint64_t Job::room_with_lock() {
  std::uint64_t first = next_;
  for (const Range& range : returned_) first = std::min(first, range.begin);
  const std::uint64_t running = watch.members_before(first);
  return at_once_ > running ? at_once_ - running : 0;
}

}  // namespace cuda_emulator
