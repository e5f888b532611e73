// Which blocks are checked, and the accesses of the block that is being checked, lane by lane.
#include "engine/async_work.hpp"
#include "ground/ground.hpp"
#include "order/order.hpp"
#include "platform/calls.hpp"
#include "platform/number_traps.hpp"
#include "record/record.hpp"

namespace cuda_emulator::microscope {
namespace {

auto& recorders = all_recorders();

KernelRun& run = kernel_run();
bool look_at_grid = false;
unsigned active = 0;  // blocks that are being checked
std::map<std::tuple<const void*, u32, u32, u32, u32, u32, u32, std::size_t>, u64> launches;

std::string size_text(dim3 d, const char* one, const char* many) {
  std::string text = std::to_string(d.x);
  if (d.y > 1 || d.z > 1) text += " x " + std::to_string(d.y);
  if (d.z > 1) text += " x " + std::to_string(d.z);
  return text + (text == "1" ? one : many);
}

// ---- hooks of the engine ----

void add_recorders() {
  std::vector<KernelTouch> touches;
  bool talks = false;
  for (Recorder* r : recorders) {
    for (u32 i = 0; i < site_count(); ++i) {
      const Site& s = r->sites[i];
      if (!s.counted) continue;
      if (!all_sites[i].made) make_site(all_sites[i]);
      add_counts(all_sites[i], s);
      if (s.touched_high == 0) continue;
      const auto uses = [&](Kind kind) { return s.used[static_cast<int>(kind)][static_cast<int>(Space::global)]; };
      const Kind kind = uses(Kind::store) ? Kind::store : uses(Kind::atomic) ? Kind::atomic : Kind::load;
      r->touches.push_back({s.touched_low, s.touched_high, i, kind});
    }
    touches.insert(touches.end(), r->touches.begin(), r->touches.end());
    r->touches.clear();
    talks |= std::exchange(r->talks, false);
  }
  // The same result, whichever OS thread checked which blocks.
  std::sort(touches.begin(), touches.end(), [](const KernelTouch& a, const KernelTouch& b) {
    return std::tuple(info(a.site).pc, a.low) < std::tuple(info(b.site).pc, b.low);
  });
  kernel_touched(touches, talks);
}

Look grid_begin(const Grid& grid) {
  ++run.grids;
  const void* const what = grid.kernel ? grid.kernel : reinterpret_cast<const void*>(grid.run_row);
  u64& count =
      launches[{what, grid.grid.x, grid.grid.y, grid.grid.z, grid.block.x, grid.block.y, grid.block.z, grid.shared}];
  // Thrust and CUB work with a single thread that keeps its notes in the host's memory: nothing there is the program's.
  const std::string text = grid.name;
  const bool library = text.rfind("thrust::", 0) == 0 || text.rfind("cub::Device", 0) == 0;
  std::string name = grid.kernel ? function_at(grid.kernel) : "";
  if (name.empty()) name = text;
  moments.launched({grid, name, line_of_launch(grid), count == 0, library});
  ++count;
  const bool again = is_looked_at_again(count);
  look_at_grid = (count <= settings().launches || again) && !library;
  if (!look_at_grid) return Look::none;
  many_threads = grid.cooperative || size_of(grid.cluster) > 1;
  keep_grid_before(grid);
  start_global_races();
  forget_regions();
  for (u32 i = 0; i < site_count(); ++i) {
    if (all_sites[i].counted) clear_counts(all_sites[i]);
    for (const Recorder* r : recorders) {
      r->cuts[i] = ShortCut();
      if (r->sites[i].counted) clear_counts(r->sites[i]);
    }
  }
  KernelRun next;
  next.grids = run.grids;
  next.number = run.number + 1;
  run = next;
  run.again = again;
  run.text = text;
  run.name = name;
  run.shape = size_text(grid.grid, " block of ", " blocks of ") + size_text(grid.block, " thread", " threads");
  run.grid = grid.grid;
  run.block = grid.block;
  run.blocks = size_of(grid.grid);
  choose_blocks(grid);
  run.at_once = first_blocks() == run.blocks && !many_threads;
  return run.at_once ? Look::all_blocks : Look::some_blocks;
}

bool grid_in_clusters(const Grid& grid) {
  if (!look_at_grid) return false;
  many_threads = true;
  run.looked_at = 0;
  run.at_once = false;
  choose_blocks(grid);
  return true;
}

bool block_begin(const Grid& grid) {
  if (!look_at_grid) return false;
  const u64 linear = block_that_runs();
  if (!is_cluster_chosen(grid, linear)) {
    if (!calls_are_on()) return false;
    const std::lock_guard lock(the_mutex);
    if (active == 0) switch_calls(false);
    run.at_once = !many_threads;
    return false;
  }
  const std::lock_guard lock(the_mutex);
  if (active > 0 && !many_threads && !blocks_in_order()) return false;  // the engine spread blocks that wait
  ++active;
  switch_calls(true);
  load_code_again();
  forget_numbers();
  Recorder& r = *idle_recorder();
  r.grid = &grid;
  r.linear = linear;
  r.work = 0;
  r.thread = r.stamped = ~0u;
  r.failed = r.stops = false;
  r.shared_grid = many_threads;
  for (u32 t = 0; t < block_state.size; ++t) {
    r.lanes[t].begin = r.lanes[t].count = r.lanes[t].logged = 0;
    r.lanes[t].limit = usual_limit;
    r.lanes[t].depth = 0;
    r.lanes[t].base = 0;
    r.lanes[t].polls = false;
    r.lanes[t].whole_size = 0;
  }
  std::fill(std::begin(r.has_launched), std::end(r.has_launched), 0u);
  std::fill(std::begin(r.grid_awaited), std::end(r.grid_awaited), 0u);
  r.stored = nullptr;
  r.suspects.clear();
  r.values.clear();
  start_block_races(r);
  forget_work(r);
  forget_requests(r);
  cluster_block_begins();
  poison_shared_memory(r);
  ++run.looked_at;
  moments.block_starts(r);
  recorder = &r;
  return true;
}

void merge_block(Recorder& r) {
  for (u32 warp = 0; warp * warp_size < block_state.size; ++warp) merge_warp(r, warp, 0);
}

void block_end(const Grid&) {
  Recorder& r = *recorder;
  recorder = nullptr;
  lock_if_shared();
  merge_block(r);
  end_of_log(r);
  cluster_block_ends(r);
  end_shared_order(r);
  unlock_if_shared();
  note_work(r.work);
  const std::lock_guard lock(the_mutex);
  --active;
}

void block_sync() {
  const Looking looking;
  if (!looking) return;
  Recorder& r = looking.r();
  moments.block_meets(r);  // as long as the threads' path is known
  merge_block(r);
  block_met(r);
  block_met_after_waiting(r);
  block_met_behind_launches(r);
}

void outside_mask(void* caller) {
  const Looking looking;
  if (!looking || block_state.paused) return;
  found({Message::mask_without_caller,
         mark(caller) + " calls a warp function with a mask that does not name the calling lane",
         running_thread(looking.r())},
        &looking.r());
}

void grid_end(const Grid& grid) {
  switch_calls(false);
  moments.grid_ended();
  if (!look_at_grid || run.looked_at == 0) return;
  look_at_grid = false;
  run.first_blocks = first_blocks();
  note_checked();
  moments.grid_checked(grid, recorders);
}

// Calls what with the recorder, if the block is checked.
template <class F>
void look(F what) {
  const Looking looking;
  if (looking) what(looking.r());
}

const bool starts = [] {
  find_thread_memory();
  microscope_looks_on = true;
  hooks.grid_begin = grid_begin;
  hooks.block_begin = block_begin;
  work_hooks.grid_in_clusters = grid_in_clusters;
  hooks.at_work = [] { return recorder == nullptr; };
  return true;
}();
const Listener blocks(hooks.block_end, block_end);
const Listener barriers(hooks.block_sync, block_sync);
const Listener warps(hooks.warp_sync,
                     [](unsigned warp, unsigned lanes) { look([&](Recorder& r) { warp_met(r, warp, lanes); }); });
const Listener tiles(hooks.tile_sync,
                     [](unsigned first, unsigned count) { look([&](Recorder& r) { tile_met(r, first, count); }); });
const Listener grid_barriers(hooks.grid_sync, [] { look(grid_met); });
const Listener warp_functions(hooks.warp_function, [](const Operation& operation, unsigned warp, unsigned mask,
                                                      unsigned arrived, const Lane* lanes) {
  look([&](Recorder& r) { moments.warp_meets(r, operation, warp, mask, arrived, lanes); });
});
const Listener deadlocks(hooks.deadlock, [](const std::vector<WaitingThread>& waiting) {
  look([&](Recorder& r) { moments.stuck(r, waiting); });
});
const Listener masks(hooks.outside_mask, outside_mask);
const Listener grid_ends(hooks.grid_end, grid_end);
const Listener sums(
    moments.grid_checked, [](const Grid&, const std::vector<Recorder*>&) { add_recorders(); }, 1);

}  // namespace

Recorder* idle_recorder() {
  if (own_recorder) return own_recorder;
  own_recorder = new Recorder();
  Recorder& r = *own_recorder;
  recorders.push_back(&r);
  r.sites = static_cast<Site*>(reserve(most_sites * sizeof(Site)));
  r.cuts = static_cast<ShortCut*>(reserve(most_sites * sizeof(ShortCut)));
  // If all lists started at the same offset of a page, they would compete for a few sets of the cache.
  constexpr u32 distance = lane_capacity + 5 * 64 / sizeof(Event);
  auto* const events = static_cast<Event*>(reserve(sizeof(Event) * distance * max_block_threads));
  for (u32 t = 0; t < max_block_threads; ++t) r.lanes[t].events = events + t * distance;
  const TlsRange tls = program_tls();
  r.tls = reinterpret_cast<std::uintptr_t>(tls.low) & ~std::uintptr_t{15};
  r.shared_cells = new_cells(reinterpret_cast<std::uintptr_t>(tls.high) - r.tls + 64);
  return own_recorder;
}

// A lane whose list is full lets the block's other threads run. When it continues, they all wait, have returned, or
// stopped here too; then the warp's events so far are merged.
void make_room(Recorder& r) {
  const u32 t = block_state.current, warp = t / warp_size;
  LaneTrace& mine = r.lanes[t];
  keep_stored_value(r);
  mine.full = true;
  while (mine.count - mine.begin > lane_capacity / 2) {
    relax();
    if (mine.count - mine.begin <= lane_capacity / 2) break;
    u32 running = 0;
    for (u32 l = 0; l < warp_size; ++l) running |= u32{r.lanes[warp * warp_size + l].full} << l;
    const Aside aside;
    lock_if_shared();
    merge_warp(r, warp, running);
    unlock_if_shared();
  }
  mine.full = false;
  std::memmove(mine.events, mine.events + mine.begin, (mine.count - mine.begin) * sizeof(Event));
  mine.logged -= std::min(mine.logged, mine.begin);
  mine.count -= mine.begin;
  mine.begin = 0;
}

void change_thread(Recorder& r) {
  const u32 t = block_state.current;
  // While no thread waits they run one after the other: a warp whose threads have all run has ended.
  if (!block_state.split && r.thread != ~0u && r.thread / warp_size != t / warp_size) {
    moments.warp_ends(r, r.thread / warp_size);
    merge_warp(r, r.thread / warp_size, 0);
    // The next warp reuses the empty lists, which are still in the cache.
    LaneTrace *const old = r.lanes + r.thread / warp_size * warp_size, *const next =
                                                                           r.lanes + t / warp_size * warp_size;
    for (u32 l = 0; l < warp_size; ++l) {
      if (old[l].count == 0 && next[l].count == 0) std::swap(old[l].events, next[l].events);
    }
  }
  if (r.shared_grid) return;
  r.thread = t;
  r.lane = &r.lanes[t];
}

}  // namespace cuda_emulator::microscope
