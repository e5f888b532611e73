// A grid and what its kernel launches: child grids, and work that the runtime puts between them.
//
// Children run when their parent has ended, in the order in which a serial machine would have reached their launches;
// tail launches run after the parent's other children. This is one of the orders that a GPU may choose, and always the
// same.
#include <algorithm>
#include <array>
#include <mutex>
#include <tuple>
#include <utility>

#include "emulator/launch.hpp"
#include "engine/block.hpp"
#include "engine/grid.hpp"
#include "engine/hooks.hpp"
#include "engine/running.hpp"
#include "memory/allocations.hpp"

namespace cuda_emulator {
namespace {

struct Child {
  std::uint64_t block;
  unsigned thread;
  bool tail;  // launched into cudaStreamTailLaunch
  Grid grid;
  std::shared_ptr<void> keep;
  std::function<cudaError_t()> work;  // instead of a grid
};

// The launches of a running grid.
struct Children {
  std::mutex mutex;
  std::vector<Child> list;
  std::size_t tails = 0;

  void add(Child child) {
    child.block = blockIdx.x + std::uint64_t{gridDim.x} * (blockIdx.y + std::uint64_t{gridDim.y} * blockIdx.z);
    child.thread = block_state.current;
    list.push_back(std::move(child));
  }
};
// Launches by kernels that have not ended: grids whose children are still running, and waiting tail launches. Other
// children start at once on a GPU, and no longer count when they end. (Measured on an H200: tail launches beyond the
// limit fail, 20000 other launches of one thread do not; for nested launches that are no tail launches, the depth is
// limited.)
struct OfDevice {
  std::recursive_mutex one_at_a_time;  // host threads may launch at the same time; children nest
  Children* collecting = nullptr;      // launches of the running grid
  std::size_t pending = 0, most_pending = 0;
};

// Each device runs one grid at a time, because grids of two devices may wait for each other. The microscope checks one
// grid at a time, on whichever device.
OfDevice& of_device() {
  static auto* const all = new std::array<OfDevice, 64>;
  return (*all)[hooks.grid_begin ? 0 : current_device()];
}

// A grid that has ended, and those of its children that have not yet run.
struct Parent {
  std::vector<Child> children;
  std::size_t next = 0;
  bool pending;  // launched by a kernel
};

cudaError_t run_one(const Grid& grid, Parent* parent) {
  const Look look = hooks.grid_begin ? hooks.grid_begin(grid) : Look::none;
  OfDevice& mine = of_device();
  mine.most_pending = runtime_side.most_pending_launches();
  Children children;
  Children* const outer = std::exchange(mine.collecting, &children);
  if (grid.touches && hooks.work_touches) {
    for (const GridTouch& t : *grid.touches) hooks.work_touches(t.low, t.bytes, t.writes, grid.name);
  }
  const cudaError_t error = run_blocks(grid, look);
  mine.collecting = outer;
  if (hooks.grid_end) hooks.grid_end(grid);
  if (hooks.children_begin) hooks.children_begin();
  std::stable_sort(children.list.begin(), children.list.end(), [](const Child& a, const Child& b) {
    return std::tuple(a.tail, a.block, a.thread) < std::tuple(b.tail, b.block, b.thread);
  });
  mine.pending += children.tails;
  parent->children = std::move(children.list);
  return error;
}

// All children of the last grid have run, or its last one is about to take its place.
void end_children(std::vector<Parent>& parents) {
  of_device().pending -= parents.back().pending;
  parents.pop_back();
  if (hooks.children_end) hooks.children_end();
}

// A grid that a kernel launches cannot access the shared memory of its parent's block or the local memory of its
// parent's thread. (An H200 ends the parent with this error.)
void refuse_own_memory(const void* argument) {
  const auto* const byte = static_cast<const char*>(argument);
  const StackRange stack = running_stack();
  if (is_shared(argument)) {
    abandon_kernel(cudaErrorInvalidAddressSpace, "gives a child grid a pointer to shared memory", argument);
  } else if (byte >= stack.low && byte < stack.high) {
    abandon_kernel(cudaErrorInvalidAddressSpace, "gives a child grid a pointer to local memory", argument);
  }
}

}  // namespace

void* device_view(const void* argument) noexcept {
  if (!block_state.in_kernel) return view_for_kernels(argument);
  refuse_own_memory(argument);
  return const_cast<void*>(argument);
}

cudaError_t run_grid(const Grid& grid) {
  OfDevice& mine = of_device();
  const std::lock_guard lock(mine.one_at_a_time);
  // A loop instead of recursion, because a chain of tail launches may be long.
  std::vector<Parent> parents(1);
  cudaError_t error = run_one(grid, &parents.back());
  while (!parents.empty()) {
    Parent& parent = parents.back();
    if (parent.next == parent.children.size()) {
      end_children(parents);
      continue;
    }
    const Child child = std::move(parent.children[parent.next++]);
    mine.pending -= child.tail;
    if (error != cudaSuccess) continue;
    if (child.tail && hooks.tail_begins) hooks.tail_begins();
    if (child.tail && parent.next == parent.children.size()) end_children(parents);
    if (child.work) {
      error = child.work();
    } else {
      ++mine.pending;
      parents.emplace_back().pending = true;
      error = run_one(child.grid, &parents.back());
    }
  }
  return error;
}

cudaError_t add_child_grid(const Grid& grid, std::shared_ptr<void> keep, bool tail) {
  const OfDevice& mine = of_device();
  {
    const std::lock_guard lock(mine.collecting->mutex);
    if (mine.pending + mine.collecting->tails >= mine.most_pending) return cudaErrorLaunchPendingCountExceeded;
    mine.collecting->tails += tail;
    mine.collecting->add({0, 0, tail, grid, std::move(keep), {}});
  }
  if (hooks.child_launched) hooks.child_launched(tail);
  return cudaSuccess;
}

void add_child_work(std::function<cudaError_t()> work) {
  Children& children = *of_device().collecting;
  const std::lock_guard lock(children.mutex);
  children.add({0, 0, false, {}, nullptr, std::move(work)});
}

}  // namespace cuda_emulator
