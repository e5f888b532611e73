// Thread block clusters. Each block of a cluster runs on its own OS thread, so the same shared variable is at the same
// offset in each block's thread-local storage: this is how one block finds another's (src/engine/cluster.cpp).
#pragma once
#include "emulator/core.hpp"

namespace cuda_emulator {

dim3 cluster_dims();         // blocks of the cluster; 1, 1, 1 in a launch without clusters
dim3 cluster_block_index();  // the block in its cluster
dim3 cluster_index();        // the cluster in the grid
dim3 grid_clusters();        // clusters of the grid
bool grid_has_clusters();
inline unsigned cluster_size() {
  const dim3 d = cluster_dims();
  return d.x * d.y * d.z;
}
unsigned cluster_rank();
// The same shared variable in the block of that rank, and the rank of the block that a shared address belongs to.
void* shared_of_rank(const void* shared, unsigned rank);
unsigned rank_of_shared(const void* shared);
// The translator inserts it first in a kernel with __cluster_dims__: a grid launched without clusters is started again.
void needs_cluster(unsigned x, unsigned y = 1, unsigned z = 1);

// The first half of a barrier. No thread waits there, so the second half may be the barrier. releases: what the thread
// has stored is visible to the others after it.
void cluster_arrival(bool releases);
CUDA_EMULATOR_WAIT arrive_at_cluster_barrier();
CUDA_EMULATOR_INLINE void cluster_barrier() {
  go(arrive_at_cluster_barrier());
}

}  // namespace cuda_emulator

inline dim3 __clusterGridDimInClusters() {
  return cuda_emulator::grid_clusters();
}
inline dim3 __clusterIdx() {
  return cuda_emulator::cluster_index();
}
inline dim3 __clusterDim() {
  return cuda_emulator::cluster_dims();
}
inline dim3 __clusterRelativeBlockIdx() {
  return cuda_emulator::cluster_block_index();
}
inline unsigned __clusterRelativeBlockRank() {
  return cuda_emulator::cluster_rank();
}
inline unsigned __clusterSizeInBlocks() {
  return cuda_emulator::cluster_size();
}
inline bool __clusterDimIsSpecified() {
  return cuda_emulator::grid_has_clusters();
}
inline void __cluster_barrier_arrive() {
  cuda_emulator::cluster_arrival(true);
}
inline void __cluster_barrier_arrive_relaxed() {
  cuda_emulator::cluster_arrival(false);
}
CUDA_EMULATOR_INLINE void __cluster_barrier_wait() {
  cuda_emulator::cluster_barrier();
}
inline void* __cluster_map_shared_rank(const void* shared, unsigned rank) {
  return cuda_emulator::shared_of_rank(shared, rank);
}
inline unsigned __cluster_query_shared_rank(const void* shared) {
  return cuda_emulator::rank_of_shared(shared);
}
