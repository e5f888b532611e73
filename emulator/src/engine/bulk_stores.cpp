// Bulk copies from shared to global memory. A thread collects them in groups and waits for these; a copy is executed
// when its group is waited for, so that shared memory that is overwritten too early gives wrong results.
#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "engine/async_work.hpp"
#include "engine/bulk_copy.hpp"

namespace cuda_emulator {
namespace {

struct Store {
  unsigned thread, group;
  WorkNumber work;
  std::function<void()> perform;
};
struct Stores {
  std::vector<Store> asked;
  std::vector<unsigned> groups = std::vector<unsigned>(max_block_threads);  // that each thread has closed
};
Stores& stores() {
  static thread_local Stores all;
  return all;
}

void perform(const Store& store) {
  work_ends(store.work);
  store.perform();
}

// A GPU does complete them, unless the block's shared memory is given to another block before they have read it.
void stores_are_left(bool whole) {
  Stores& all = stores();
  for (const Store& store : all.asked) {
    if (!whole) {
      work_ends(store.work);
      continue;
    }
    work_fault(store.work, WorkFault::never_awaited);
    perform(store);
  }
  all.asked.clear();
  std::fill(all.groups.begin(), all.groups.end(), 0u);
}

}  // namespace

void ask_bulk_store(std::function<void()> f, WorkNumber work) {
  const unsigned thread = block_state.current;
  stores().asked.push_back({thread, stores().groups[thread], work, std::move(f)});
  when_block_ends(stores_are_left);
}

void commit_bulk_stores() {
  ++stores().groups[block_state.current];
  when_block_ends(stores_are_left);
}

void wait_bulk_stores(std::size_t prior) {
  Stores& all = stores();
  const unsigned thread = block_state.current, closed = all.groups[thread];
  if (closed <= prior) return;
  const unsigned end = closed - static_cast<unsigned>(prior);
  std::erase_if(all.asked, [&](const Store& store) {
    const bool due = store.thread == thread && store.group < end;
    if (due) perform(store);
    return due;
  });
}

void bulk_store(void* global, const void* shared, std::uint32_t bytes, const void* call) {
  needs_capability("a bulk copy", 90);
  if (!call) call = __builtin_return_address(0);
  const WorkNumber work = work_begins(WorkKind::bulk_store, call);
  engine_moves(global, bytes, true, call);
  work_reads(work, shared, bytes);
  ask_bulk_store(
      [=] {
        std::memcpy(global, shared, bytes);
        note_filled(global, bytes);
      },
      work);
}

void fence_of_proxies() {
  if (work_hooks.proxy_fence) work_hooks.proxy_fence();
}

}  // namespace cuda_emulator
