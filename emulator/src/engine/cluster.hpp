// What the pool tells a block about its cluster.
#pragma once
#include <vector>

#include "engine/running.hpp"

namespace cuda_emulator {

struct ClusterPlace {
  dim3 dims{1, 1, 1};
  dim3 block{0, 0, 0};  // in the cluster
  unsigned rank = 0;
  std::vector<char*>* storage = nullptr;  // thread-local storage of the cluster's blocks, by rank; null: no clusters
};
extern thread_local ClusterPlace cluster_place;

inline unsigned volume(dim3 d) {
  return d.x * d.y * d.z;
}
// cudaSuccess, or why a grid cannot be launched in clusters of this shape.
cudaError_t check_cluster(dim3 grid, dim3 cluster, const void* kernel);

// ---- block.cpp ----
// Ends the block because its kernel was written for clusters of this shape.
[[noreturn]] void demand_cluster(dim3 dims);

}  // namespace cuda_emulator
