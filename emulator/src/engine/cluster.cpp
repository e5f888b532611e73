// Clusters as kernels see them.
#include "engine/cluster.hpp"

#include "emulator/cluster.hpp"
#include "engine/async_work.hpp"
#include "engine/grid.hpp"
#include "engine/running.hpp"

namespace cuda_emulator {

thread_local ClusterPlace cluster_place;

dim3 cluster_dims() {
  return cluster_place.dims;
}
dim3 cluster_block_index() {
  return cluster_place.block;
}
unsigned cluster_rank() {
  return cluster_place.rank;
}
bool grid_has_clusters() {
  return cluster_place.storage;
}
dim3 cluster_index() {
  const dim3 d = cluster_place.dims;
  return {blockIdx.x / d.x, blockIdx.y / d.y, blockIdx.z / d.z};
}
dim3 grid_clusters() {
  const dim3 d = cluster_place.dims;
  return {gridDim.x / d.x, gridDim.y / d.y, gridDim.z / d.z};
}

cudaError_t check_cluster(dim3 grid, dim3 cluster, const void* kernel) {
  const unsigned blocks = volume(cluster);
  if (blocks == 1) return cudaSuccess;
  if (!runtime_side.has_clusters()) return cudaErrorNotSupported;
  if (blocks == 0 || blocks > (runtime_side.large_clusters_allowed(kernel) ? 16 : 8))
    return cudaErrorInvalidClusterSize;
  const bool whole = grid.x % cluster.x == 0 && grid.y % cluster.y == 0 && grid.z % cluster.z == 0;
  return whole ? cudaSuccess : cudaErrorInvalidClusterSize;
}

void* shared_of_rank(const void* shared, unsigned rank) {
  char* const mine = static_cast<char*>(const_cast<void*>(shared));
  if (!cluster_place.storage) return mine;
  const std::vector<char*>& storage = *cluster_place.storage;
  if (rank >= storage.size()) {
    abandon_kernel(cudaErrorIllegalAddress, "maps shared memory of a rank that the cluster does not have", nullptr);
  }
  // Relative to the block that owns it, because a mapped address may be mapped again.
  return mine - storage[rank_of_shared(shared)] + storage[rank];
}

bool is_shared_elsewhere(const void* p) {
  return cluster_place.storage && rank_of_shared(p) != cluster_place.rank;
}

unsigned rank_of_shared(const void* shared) {
  if (!cluster_place.storage) return 0;
  const TlsRange range = program_tls();
  const char* const address = static_cast<const char*>(shared);
  for (unsigned rank = 0; rank < cluster_place.storage->size(); ++rank) {
    const char* const low = (*cluster_place.storage)[rank];
    if (address >= low && address < low + (range.high - range.low)) return rank;
  }
  return cluster_place.rank;
}

void cluster_arrival(bool releases) {
  if (work_hooks.cluster_arrives) work_hooks.cluster_arrives(releases);
}

void needs_cluster(unsigned x, unsigned y, unsigned z) {
  const dim3 has = cluster_place.dims;
  if (has.x != x || has.y != y || has.z != z) demand_cluster({x, y, z});
}

}  // namespace cuda_emulator
