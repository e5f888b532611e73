#include "engine/grid_watch.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "engine/grid.hpp"
#include "memory/fingerprint.hpp"

namespace cuda_emulator {
namespace {
constexpr unsigned least_looks = 20;  // on a loaded machine an OS thread may not run for seconds
}

std::chrono::milliseconds patience_with_grids() {
  static const std::chrono::milliseconds patience = [] {
    const char* const wish = std::getenv("CUDA_EMULATOR_DEADLOCK_SECONDS");
    return std::chrono::milliseconds(static_cast<long>((wish ? std::max(0.0, std::atof(wish)) : 10.0) * 1000));
  }();
  return patience;
}
std::string patience_text() {
  char text[32];
  std::snprintf(text, sizeof text, "%g s", static_cast<double>(patience_with_grids().count()) / 1000);
  return text;
}

GridWatch::Member* GridWatch::join() {
  const std::lock_guard lock(mutex_);
  ++happened_;
  return &members_.emplace_back();
}
void GridWatch::leave(Member* member) {
  const std::lock_guard lock(mutex_);
  ++happened_;
  members_.remove_if([=](const Member& m) { return &m == member; });
}
void GridWatch::something_happens() {
  const std::lock_guard lock(mutex_);
  ++happened_;
}
void GridWatch::block_begins(Member& member, std::uint64_t block) {
  member.block = block;
  if (member.looks == 0 && member.seen == 0) return;
  const std::lock_guard lock(mutex_);
  ++happened_;
  member.looks = 0;
  member.seen = 0;
  member.watch.block_begins();
}
void GridWatch::set_waits(Member& member, bool waits) {
  const std::lock_guard lock(mutex_);
  member.waits = waits;
  member.looks = member.later_looks = 0;
}
std::size_t GridWatch::members() {
  const std::lock_guard lock(mutex_);
  return members_.size();
}

std::size_t GridWatch::members_before(std::uint64_t block) {
  const std::lock_guard lock(mutex_);
  return static_cast<std::size_t>(
      std::count_if(members_.begin(), members_.end(), [&](const Member& m) { return m.block < block; }));
}

bool GridWatch::look(Member& member, bool changed) {
  const std::chrono::milliseconds patience = patience_with_grids();
  const std::lock_guard lock(mutex_);
  const Clock::time_point now = Clock::now();
  member.next = now + patience / (2 * least_looks);
  if (given_up_) return member.block == reporter_;
  if (changed) ++happened_;
  if (member.seen != happened_) {
    member.seen = happened_;
    member.looks = 0;
    member.since = now;
  }
  ++member.looks;
  ++member.later_looks;
  member.last = now;
  if (!stands_still()) return false;
  if (runtime_side.host_may_help()) {
    ++happened_;
    return false;
  }
  // Counters in memory do not show on the threads' stacks.
  if (memory_at_ != happened_) {
    memory_ = fingerprint_of_device_memory();
    memory_at_ = happened_;
    memory_since_ = now;
    for (Member& m : members_) m.later_looks = 0;
    return false;
  }
  if (now - memory_since_ < patience / 2 || !stood_still_since_then()) return false;
  if (memory_ != fingerprint_of_device_memory()) {
    ++happened_;
    return false;
  }
  given_up_ = true;
  reporter_ = member.block;
  for (const Member& m : members_) {
    if (!m.waits) reporter_ = std::min(reporter_, m.block.load());
  }
  return member.block == reporter_;
}

// For half of the time.
bool GridWatch::stands_still() const {
  return std::all_of(members_.begin(), members_.end(), [&](const Member& m) {
    return m.waits ||
           (m.seen == happened_ && m.looks >= least_looks / 2 && m.last - m.since >= patience_with_grids() / 2);
  });
}

// For the other half: a member that computes does not check in this time.
bool GridWatch::stood_still_since_then() const {
  return std::all_of(members_.begin(), members_.end(),
                     [](const Member& m) { return m.waits || m.later_looks >= least_looks / 2; });
}

}  // namespace cuda_emulator
