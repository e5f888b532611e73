// What orders accesses to shared memory, the block's own and that of the other blocks of its cluster.
//
// Each warp has a vector clock: the time up to which what each warp of the cluster did comes before what this one does
// next. A warp that arrives at a barrier in shared memory leaves its clock there, and one that has waited takes over
// what the arrivals of that phase left. A barrier of the cluster does the same, and so do fences beside atomic
// accesses, which have one place for all. Reads have clocks of their own: an arrival that makes no store visible to the
// other block
// (.relaxed, or without the scope of the cluster) still comes after what the warp has read.
#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>

#include "emulator/cluster.hpp"
#include "engine/cluster.hpp"
#include "ground/ground.hpp"
#include "order/order.hpp"

namespace cuda_emulator::microscope {
namespace {

using Clock = std::vector<u32>;  // of stores for each warp of the cluster, then of reads

void join(Clock& to, const Clock& from, std::size_t begin = 0) {
  if (from.empty()) return;
  to.resize(from.size());
  for (std::size_t i = begin; i < from.size(); ++i) to[i] = std::max(to[i], from[i]);
}

struct PhasedBarrier {
  Clock arriving, complete;
};
struct Meetings {  // of a cluster, or of a block without one
  std::unordered_map<const void*, PhasedBarrier> barriers;
  Clock fences;
  std::map<u32, Clock> of_cluster;  // by number
};

u64 running_cluster() {
  const dim3 d = cluster_place.dims;
  return blockIdx.x / d.x + (u64{blockIdx.y / d.y} << 22) + (u64{blockIdx.z / d.z} << 43);
}
u32 rank_of_block(const Grid& grid, u32 block) {
  const dim3 d = grid.cluster, g = grid.grid;
  return block % g.x % d.x + d.x * (block / g.x % g.y % d.y + d.y * (block / g.x / g.y % d.z));
}

// Under the microscope's lock.
auto& meetings_of_clusters = *new std::map<u64, std::weak_ptr<Meetings>>();

}  // namespace

struct SharedOrder {
  std::shared_ptr<Meetings> meetings;
  u32 ranks = 1, rank = 0;
  bool used = false;
  std::array<Clock, 32> known, fenced;  // of each warp: what it knows, and left at its last fence
  Clock leaving;                        // what the block has left at the cluster's next barrier
  std::array<bool, max_block_threads> arrived{};
  u32 arrivals = 0, departures = 0;

  [[nodiscard]] std::size_t half() const { return std::size_t{ranks} * 32; }
  [[nodiscard]] std::size_t place(u32 warp) const { return std::size_t{rank} * 32 + warp; }
};

namespace {

// What the warp did before `time` is left in a clock.
void leave(SharedOrder& o, Clock& to, u32 warp, u32 time, bool stores) {
  o.used = true;
  to.resize(2 * o.half());
  join(to, o.known[warp], stores ? 0 : o.half());
  if (stores) to[o.place(warp)] = time;
  to[o.half() + o.place(warp)] = time;
}
void take_over(SharedOrder& o, u32 warp, const Clock& from) {
  join(o.known[warp], from);
}

}  // namespace

void start_shared_order(Recorder& r) {
  if (!r.shared_order) r.shared_order = std::make_shared<SharedOrder>();
  SharedOrder& o = *r.shared_order;
  const bool in_cluster = cluster_place.storage && volume(cluster_place.dims) > 1;
  if (!o.used && !in_cluster && o.meetings) return;
  o = SharedOrder();
  o.meetings = std::make_shared<Meetings>();
  if (!in_cluster) return;
  o.used = true;
  o.ranks = volume(cluster_place.dims);
  o.rank = cluster_place.rank;
  std::weak_ptr<Meetings>& known = meetings_of_clusters[running_cluster()];
  if (const auto others = known.lock()) {
    o.meetings = others;
  } else {
    known = o.meetings;
  }
}

void end_shared_order(Recorder& r) {
  SharedOrder& o = *r.shared_order;
  if (o.ranks == 1) return;
  o.meetings.reset();
  if (meetings_of_clusters[running_cluster()].expired()) meetings_of_clusters.erase(running_cluster());
}

bool is_in_cluster(const Recorder& r) {
  return r.shared_order->ranks > 1;
}
bool is_of_cluster(const Recorder& r, u32 block) {
  if (!is_in_cluster(r)) return false;
  const dim3 d = r.grid->cluster, g = r.grid->grid;
  const auto cluster = [&](u32 b) {
    return std::array<u32, 3>{b % g.x / d.x, b / g.x % g.y / d.y, b / g.x / g.y / d.z};
  };
  return cluster(block) == cluster(r.block);
}

bool shared_is_ordered(const Recorder& r, const Record& earlier, bool reads, u32 warp) {
  const SharedOrder& o = *r.shared_order;
  const Clock& mine = o.known[warp];
  const u32 rank = earlier.block == r.block ? o.rank : rank_of_block(*r.grid, earlier.block);
  const std::size_t at = (reads ? o.half() : 0) + std::size_t{rank} * 32 + earlier.warp;
  return at < mine.size() && mine[at] > earlier.time;
}

void fence_leaves(Recorder& r, u32 warp, u32 time) {
  SharedOrder& o = *r.shared_order;
  leave(o, o.meetings->fences, warp, time, true);
  o.fenced[warp].clear();
  leave(o, o.fenced[warp], warp, time, true);
}
void takes_over_fences(Recorder& r, u32 warp) {
  SharedOrder& o = *r.shared_order;
  if (o.used) take_over(o, warp, o.meetings->fences);
}

void barrier_is_new(Recorder& r, const void* barrier) {
  if (r.shared_order->used) r.shared_order->meetings->barriers.erase(barrier);
}
void barrier_arrival(Recorder& r, const void* barrier, bool stores, u32 time) {
  SharedOrder& o = *r.shared_order;
  leave(o, o.meetings->barriers[barrier].arriving, block_state.current / warp_size, time, stores);
}
void barrier_completes(Recorder& r, const void* barrier) {
  SharedOrder& o = *r.shared_order;
  const auto known = o.meetings->barriers.find(barrier);
  if (known != o.meetings->barriers.end()) join(known->second.complete, known->second.arriving);
}
void barrier_awaited(Recorder& r, const void* barrier) {
  SharedOrder& o = *r.shared_order;
  const auto known = o.meetings->barriers.find(barrier);
  if (known == o.meetings->barriers.end()) return;
  take_over(o, block_state.current / warp_size, known->second.complete);
}

// All of these warps know what each of them knew and did before `time`.
void warps_met(Recorder& r, u32 first, u32 end, u32 time) {
  SharedOrder& o = *r.shared_order;
  Clock all;
  for (u32 w = first; w < end; ++w) leave(o, all, w, time, true);
  for (u32 w = first; w < end; ++w) o.known[w] = all;
}

void grid_orders_clusters(Recorder& r, u32 time) {
  SharedOrder& o = *r.shared_order;
  if (!is_in_cluster(r)) return;
  for (Clock& each : o.known) each.assign(2 * o.half(), time);
}

void cluster_arrives(Recorder& r, bool releases, u32 time) {
  SharedOrder& o = *r.shared_order;
  const u32 warp = block_state.current / warp_size;
  o.arrived[block_state.current] = true;
  if (!releases) join(o.leaving, o.fenced[warp]);
  leave(o, o.leaving, warp, time, releases);
}
// cluster.sync() is an arrival too.
void cluster_is_met(Recorder& r, u32 time) {
  SharedOrder& o = *r.shared_order;
  for (u32 w = 0; w * warp_size < block_state.size; ++w) {
    const u32 end = std::min((w + 1) * warp_size, block_state.size);
    bool all = true;
    for (u32 t = w * warp_size; t < end; ++t) {
      all &= o.arrived[t] || (block_state.returned[w] >> t % warp_size & 1);
      o.arrived[t] = false;
    }
    if (!all) leave(o, o.leaving, w, time, true);
  }
  join(o.meetings->of_cluster[o.arrivals++], std::exchange(o.leaving, {}));
}
void cluster_has_met(Recorder& r) {
  SharedOrder& o = *r.shared_order;
  const Clock& all = o.meetings->of_cluster[o.departures++];
  for (u32 w = 0; w * warp_size < block_state.size; ++w) take_over(o, w, all);
}

}  // namespace cuda_emulator::microscope
