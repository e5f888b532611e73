// The copies that each thread of a block has started and not yet waited for (cuda_pipeline.h). They are done when the
// thread waits for their batch, or, if they arrive at a barrier, when a thread waits there.
#include <cuda_pipeline.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <utility>
#include <vector>

#include "emulator/announcements.hpp"
#include "engine/async_work.hpp"
#include "engine/bulk_copy.hpp"
#include "engine/running.hpp"

namespace cuda_emulator {
namespace {

struct Asked {
  AsyncCopy copy;
  WorkNumber work;
  unsigned long long source;  // its fingerprint
};
struct AsyncCopies {  // of one thread, and the block that it belonged to
  unsigned grid = 0;
  uint3 block = {};
  unsigned batch = 0;  // that is being filled
  std::size_t done = 0;
  std::vector<Asked> asked = {};
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
    mine.asked.clear();
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

// Copies that are left were never waited for; those of no bytes bring only zeros, for turns that do not exist.
void copies_are_left(bool) {
  for (unsigned thread = 0; thread < block_state.size; ++thread) {
    AsyncCopies& mine = async_copies_of(thread);
    for (std::size_t i = mine.done; i < mine.asked.size(); ++i) {
      const Asked& left = mine.asked[i];
      if (left.copy.zeros < left.copy.size) {
        forget_work(left.work);
      } else {
        work_ends(left.work);
      }
    }
    mine.asked.clear();
    mine.done = 0;
  }
}

Asked start_copy(const AsyncCopy& copy, const void* call) {
  const WorkNumber work = work_begins(WorkKind::copy, call);
  const std::size_t from_source = copy.size - copy.zeros;
  work_writes(work, copy.shared, copy.size);
  fill_with_poison(copy.shared, copy.size);
  return {copy, work, from_source > 0 ? work_fingerprint(copy.global, from_source) : 0};
}

void ask(AsyncCopies& mine, const AsyncCopy& copy, const void* call) {
  if (mine.asked.empty()) when_block_ends(copies_are_left);
  mine.asked.push_back(start_copy(copy, call));
  mine.asked.back().copy.batch = mine.batch;
}

void finish(const Asked& asked) {
  const AsyncCopy& copy = asked.copy;
  if (asked.source && work_fingerprint(copy.global, copy.size - copy.zeros) != asked.source)
    work_fault(asked.work, WorkFault::source_changed);
  work_ends(asked.work);
}
void finish_and_copy(const Asked& asked) {
  const AsyncCopy& copy = asked.copy;
  finish(asked);
  std::memcpy(copy.shared, copy.global, copy.size - copy.zeros);
  std::memset(copy.shared + copy.size - copy.zeros, 0, copy.zeros);
  note_filled(copy.shared, copy.size);
}

}  // namespace

void check_async_copy(const void* shared, const void* global, std::size_t size, std::size_t zeros) {
  static thread_local char text[160];
  cudaError_t error = cudaErrorLaunchFailure;
  const auto past = [size](const void* p) { return reinterpret_cast<std::uintptr_t>(p) % size; };
  if (size != 4 && size != 8 && size != 16) {
    std::snprintf(text, sizeof text, "copies %zu bytes asynchronously: the size must be 4, 8 or 16", size);
  } else if (zeros > size) {
    std::snprintf(text, sizeof text, "copies %zu bytes asynchronously, and %zu of them are to be zeros", size, zeros);
  } else if (past(shared) != 0 || past(global) != 0) {
    const bool target = past(shared) != 0;
    error = cudaErrorMisalignedAddress;
    std::snprintf(
        text, sizeof text,
        "copies %zu bytes asynchronously, but the %s is %zu bytes past a multiple of %zu: both addresses must "
        "be multiples of the size",
        size, target ? "destination" : "source", past(target ? shared : global), size);
  } else {
    return;
  }
  abandon_kernel(error, text, nullptr);
}

void ask_async_copy(AsyncCopy copy) {
  ask(my_async_copies(), copy, copy.call ? copy.call : __builtin_return_address(0));
}

void ask_shared_copies(void* to, const void* from, std::size_t bytes, std::size_t piece, std::size_t first,
                       std::size_t count) {
  AsyncCopies& mine = my_async_copies();
  for (std::size_t at = first * piece; at < bytes; at += count * piece) {
    ask(mine, {static_cast<char*>(to) + at, static_cast<const char*>(from) + at, piece, 0, 0},
        __builtin_return_address(0));
  }
  ++mine.batch;
}

void commit_async_copies() {
  ++my_async_copies().batch;
}

bool take_async_copy(std::size_t prior, AsyncCopy& copy) {
  AsyncCopies& mine = my_async_copies();
  if (prior == 0) finish_copies_at_barriers(block_state.current);
  if (mine.done == mine.asked.size() || mine.asked[mine.done].copy.batch + prior >= mine.batch) {
    mine.asked.erase(mine.asked.begin(), mine.asked.begin() + static_cast<std::ptrdiff_t>(mine.done));
    mine.done = 0;
    return false;
  }
  const Asked& next = mine.asked[mine.done++];
  finish(next);
  copy = next.copy;
  return true;
}

void async_copies_arrive_at(std::uint64_t* barrier, bool counted) {
  if (work_hooks.arrives) work_hooks.arrives(barrier, true);
  if (!counted) arrival_need_one_more(barrier);
  AsyncCopies& mine = my_async_copies();
  std::vector<Asked> list(mine.asked.begin() + static_cast<std::ptrdiff_t>(mine.done), mine.asked.end());
  mine.asked.clear();
  mine.done = 0;
  do_at_barrier(barrier, [list = std::move(list), barrier](bool happens) {
    for (const Asked& asked : list) {
      if (happens) {
        finish_and_copy(asked);
      } else {
        forget_work(asked.work);
      }
    }
    if (happens) arrival_by_copies(barrier);
  });
}

void copy_until_barrier(std::uint64_t* barrier, void* to, const void* from, std::size_t bytes) {
  const Asked asked =
      start_copy({static_cast<char*>(to), static_cast<const char*>(from), bytes, 0, 0}, __builtin_return_address(0));
  do_at_barrier(barrier, [asked](bool happens) {
    if (happens) return finish_and_copy(asked);
    forget_work(asked.work);
  });
}

}  // namespace cuda_emulator
