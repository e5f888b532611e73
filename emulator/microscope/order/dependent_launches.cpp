// Dependent launches: a grid that was launched with cudaLaunchAttributeProgrammaticStreamSerialization may run before
// the grid before it has ended. What that one writes is there only behind cudaGridDependencySynchronize(), called by
// the thread, or by one that it is ordered after by a barrier of the block.
#include "ground/ground.hpp"
#include "order/order.hpp"

namespace cuda_emulator::microscope {
namespace {

Ledger& grid_before = *new Ledger();  // its accesses to global memory
bool depends = false;                 // the running grid, on that one
u64 last_grid = 0, last_work = 0;     // the last grid that was looked at, and its place among all streams' work

bool is_of_grid_before(u32 slot) {
  return slot >= grid_before.first_slot && slot / warp_size - grid_before.first_record < grid_before.records.size();
}

}  // namespace

void keep_grid_before(const Grid& grid) {
  depends = grid.dependent && kernel_run().grids == last_grid + 1 && works_so_far() == last_work + 1;
  if (depends) {
    grid_before = global_ledger;
    grid_before.list = grid_before.records.data();
  }
  last_grid = kernel_run().grids;
  last_work = works_so_far();
}

bool is_dependent(const Recorder& r) {
  const u32 t = block_state.current;
  return depends && !(r.grid_awaited[t / warp_size] >> (t % warp_size) & 1);
}

void grid_was_awaited(Recorder& r) {
  const u32 t = block_state.current;
  r.grid_awaited[t / warp_size] |= 1u << (t % warp_size);
}

void block_met_after_waiting(Recorder& r) {
  bool any = false;
  for (const u32 lanes : r.grid_awaited) any |= lanes != 0;
  if (any) std::fill(std::begin(r.grid_awaited), std::end(r.grid_awaited), ~0u);
}

void check_dependency(Recorder& r, u32 site, const Region& region, std::uintptr_t address, u32 size, Kind kind) {
  for (std::uintptr_t at = address & ~std::uintptr_t{3}; at < address + size; at += 4) {
    const Cell& cell = region.cell(at);
    const bool written = is_of_grid_before(cell.writer);
    if (!written && (kind == Kind::load || !is_of_grid_before(cell.reader[0]))) continue;
    const Record& earlier = record_of(grid_before, written ? cell.writer : cell.reader[0]);
    const u64 key = key_of(earlier.site, site, region.low, 31);
    if (found_again(key, r)) return;
    found({Message::before_grid_dependency,
           mark(site) + (kind == Kind::load ? " reads" : " writes") + " what " + mark(earlier.site) +
               " of the kernel before " + (written ? "writes" : "reads"),
           running_thread(r) + " has not called cudaGridDependencySynchronize(), and that kernel may still run"},
          &r, key);
    return;
  }
}

}  // namespace cuda_emulator::microscope
