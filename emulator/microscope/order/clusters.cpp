// Shared memory of other blocks of a cluster: has that block started, and has it not ended yet?
//
// Each block has a clock for each block of its cluster (a vector clock): how far the other one had come at the last
// point that this one is ordered after. The cluster's barrier orders all; an arrival, or bytes, at another block's
// mbarrier order what came before behind the wait there. A block's own start is 1, and 0 means: not ordered after it.
#include <algorithm>
#include <array>
#include <map>
#include <mutex>

#include "emulator/cluster.hpp"
#include "engine/cluster.hpp"
#include "ground/ground.hpp"
#include "order/order.hpp"

namespace cuda_emulator::microscope {
namespace {

constexpr u32 most = 16;  // blocks of a cluster
using Clock = std::array<u32, most>;

struct Touch {  // of another block's memory, the last one
  u32 time = 0, site = 0;
  u64 block = 0;
};
struct Cluster {
  std::array<Clock, most> clocks{};
  std::array<std::array<Touch, most>, most> touched{};  // [by][whose]
  std::array<bool, most> seen{};
  std::map<const void*, Clock> barriers;
  std::map<u32, Clock> meetings;  // at the cluster's barrier, by number
  std::array<u32, most> arrivals{}, departures{};
  u32 ended = 0;
};
auto& clusters = *new std::map<u64, Cluster>();
std::mutex clusters_mutex;

u64 running_cluster() {
  const dim3 d = cluster_place.dims;
  return blockIdx.x / d.x + (u64{blockIdx.y / d.y} << 22) + (u64{blockIdx.z / d.z} << 43);
}
bool in_cluster() {
  return cluster_place.storage && volume(cluster_place.dims) > 1;
}
void join(Clock& clock, const Clock& other) {
  for (u32 i = 0; i < most; ++i) clock[i] = std::max(clock[i], other[i]);
}

void check_ends(const Cluster& cluster, const Recorder& r) {
  for (u32 by = 0; by < most; ++by) {
    for (u32 whose = 0; whose < most; ++whose) {
      const Touch& touch = cluster.touched[by][whose];
      if (!cluster.seen[by] || !cluster.seen[whose] || touch.time <= cluster.clocks[whose][by]) continue;
      found({Message::block_ended,
             mark(touch.site) + " accesses shared memory of another block of its cluster, which does not wait for that",
             "block " + block_name(*r.grid, touch.block) +
                 "; a barrier of the cluster (cluster.sync()) must come after the last such access"},
            &r);
    }
  }
}

}  // namespace

void cluster_block_begins() {
  if (!in_cluster()) return;
  const std::lock_guard lock(clusters_mutex);
  Cluster& cluster = clusters[running_cluster()];
  cluster.clocks[cluster_place.rank][cluster_place.rank] = 1;
  cluster.seen[cluster_place.rank] = true;
}

void cluster_block_ends(const Recorder& r) {
  if (!in_cluster()) return;
  const std::lock_guard lock(clusters_mutex);
  const auto known = clusters.find(running_cluster());
  if (known == clusters.end()) return;
  u32 seen = 0;
  for (const bool s : known->second.seen) seen += s;
  if (++known->second.ended < std::min(seen, volume(cluster_place.dims))) return;
  check_ends(known->second, r);
  clusters.erase(known);
}

void cluster_memory_touched(const Recorder& r, u32 site, std::uintptr_t address) {
  const u32 mine = cluster_place.rank, whose = rank_of_shared(reinterpret_cast<const void*>(address));
  if (!in_cluster() || whose == mine) return;
  const std::lock_guard lock(clusters_mutex);
  Cluster& cluster = clusters[running_cluster()];
  Clock& clock = cluster.clocks[mine];
  cluster.touched[mine][whose] = {clock[mine], site, r.linear};
  if (clock[whose] > 0) return;
  const u64 key = key_of(site, 0, 0, 30);
  if (found_again(key, r)) return;
  found({Message::block_not_started,
         mark(site) + " accesses shared memory of another block of its cluster before any barrier of the cluster",
         running_thread(r) + "; a barrier of the cluster (cluster.sync()) must come before the first such access"},
        &r, key);
}

bool is_known_to_run(std::uintptr_t address) {
  const u32 mine = cluster_place.rank, whose = rank_of_shared(reinterpret_cast<const void*>(address));
  const std::lock_guard lock(clusters_mutex);
  return clusters[running_cluster()].clocks[mine][whose] > 0;
}

void cluster_arrival(const void* barrier) {
  if (!in_cluster()) return;
  const std::lock_guard lock(clusters_mutex);
  Cluster& cluster = clusters[running_cluster()];
  Clock& clock = cluster.clocks[cluster_place.rank];
  join(cluster.barriers[barrier], clock);
  ++clock[cluster_place.rank];
}

void cluster_wait_ends(const void* barrier) {
  if (!in_cluster()) return;
  const std::lock_guard lock(clusters_mutex);
  Cluster& cluster = clusters[running_cluster()];
  const auto known = cluster.barriers.find(barrier);
  if (known != cluster.barriers.end()) join(cluster.clocks[cluster_place.rank], known->second);
}

void cluster_meets(bool arrives) {
  if (!in_cluster()) return;
  const std::lock_guard lock(clusters_mutex);
  Cluster& cluster = clusters[running_cluster()];
  const u32 mine = cluster_place.rank;
  Clock& clock = cluster.clocks[mine];
  if (arrives) {
    join(cluster.meetings[cluster.arrivals[mine]++], clock);
    ++clock[mine];
  } else {
    join(clock, cluster.meetings[cluster.departures[mine]++]);
  }
}

}  // namespace cuda_emulator::microscope
