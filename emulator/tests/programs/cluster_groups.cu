// options: -std=c++17 -arch=sm_90
// Thread block clusters: blocks that wait for each other and read each other's shared memory.
#include <cooperative_groups.h>

#include <cstdio>

namespace cg = cooperative_groups;

// Each block passes its values on to the next block of its cluster.
__global__ void __cluster_dims__(4, 1, 1) rotate(int* out) {
  __shared__ int values[64];
  cg::cluster_group cluster = cg::this_cluster();
  values[threadIdx.x] = 1000 * static_cast<int>(blockIdx.x) + static_cast<int>(threadIdx.x);
  cluster.sync();
  const unsigned next = (cluster.block_rank() + 1) % cluster.num_blocks();
  const int* const remote = cluster.map_shared_rank(values, next);
  out[blockIdx.x * blockDim.x + threadIdx.x] = remote[63 - threadIdx.x];
  cluster.sync();  // no block exits while another one still reads its shared memory
}

// A cluster may have more than one dimension, and a kernel template may have clusters too.
template <int width, int height>
__global__ __cluster_dims__(width, height, 1) void places(int* out) {
  const cg::cluster_group cluster = cg::this_cluster();
  const dim3 in_cluster = cluster.block_index(), all = cluster.dim_blocks();
  const unsigned block = blockIdx.y * gridDim.x + blockIdx.x;
  if (cluster.thread_rank() == cluster.num_threads() - 1) {
    out[8 + block] = static_cast<int>(100 * all.x + 10 * all.y + cluster.block_rank());
  } else if (threadIdx.x == 0) {
    out[block] = static_cast<int>(100 * in_cluster.x + 10 * in_cluster.y + cluster.block_rank());
  }
}

// A sum over the cluster: every block adds to a variable in the first block.
__global__ void cluster_sums(const int* in, int* sums) {
  __shared__ int sum;
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) sum = 0;
  cluster.sync();
  atomicAdd(cluster.map_shared_rank(&sum, 0), in[blockIdx.x * blockDim.x + threadIdx.x]);
  auto token = cluster.barrier_arrive();
  cluster.barrier_wait(std::move(token));
  if (cluster.thread_rank() == 0) sums[blockIdx.x / cluster.num_blocks()] = sum;
}

int main() {
  constexpr int blocks = 8, threads = 64;
  int *out, *in;
  cudaMallocManaged(&out, blocks * threads * sizeof(int));
  cudaMallocManaged(&in, blocks * threads * sizeof(int));
  rotate<<<blocks, threads>>>(out);
  printf("rotate: %s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  for (int b = 0; b < blocks; ++b) printf("%d%s", out[b * threads + b], b + 1 < blocks ? " " : "\n");

  places<2, 2><<<dim3(4, 2), 32>>>(out);
  printf("places: %s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  for (int b = 0; b < 8; ++b) printf("%d%s", out[b], b % 4 == 3 ? "\n" : " ");
  printf("last threads: %d %d\n", out[8 + 5], out[8 + 7]);

  for (int i = 0; i < blocks * threads; ++i) in[i] = i;
  for (unsigned size = 1; size <= 8; size *= 2) {
    cudaLaunchAttribute attribute{};
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim.x = size;
    attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
    cudaLaunchConfig_t config{};
    config.gridDim = blocks;
    config.blockDim = threads;
    config.attrs = &attribute;
    config.numAttrs = 1;
    cudaLaunchKernelEx(&config, cluster_sums, static_cast<const int*>(in), out);
    printf("clusters of %u: %s,", size, cudaGetErrorString(cudaDeviceSynchronize()));
    for (unsigned c = 0; c < blocks / size; ++c) printf(" %d", out[c]);
    printf("\n");
  }
  rotate<<<6, threads>>>(out);  // 6 blocks are not a whole number of clusters
  printf("six blocks: %s\n", cudaGetErrorName(cudaGetLastError()));
  cudaFree(out);
  cudaFree(in);
}
