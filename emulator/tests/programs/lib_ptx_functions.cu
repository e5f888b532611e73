// options: -std=c++17 -arch=sm_90
// cuda::ptx: barriers in shared memory, bulk copies in two stages, and a neighbour's shared memory in a cluster.
#include <cooperative_groups.h>

#include <cstdint>
#include <cstdio>
#include <cuda/ptx>

namespace ptx = cuda::ptx;

constexpr int tile = 256, stages = 2;

// Adds 1 to each element and sums them, tile by tile, while the next tile is copied. Bulk copies write the tiles back.
__global__ void staged(const int* in, int* out, int tiles, int* sum) {
  __shared__ alignas(16) int buffer[stages][tile];
  __shared__ alignas(8) uint64_t full[stages];
  if (threadIdx.x == 0) {
    for (uint64_t& barrier : full) ptx::mbarrier_init(&barrier, 1);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
  }
  __syncthreads();
  const auto fetch = [&](int t) {
    uint64_t* const barrier = &full[t % stages];
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, buffer[t % stages], in + t * tile,
                       static_cast<uint32_t>(sizeof buffer[0]), barrier);
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, barrier, sizeof buffer[0]);
  };
  if (threadIdx.x == 0) {
    for (int t = 0; t < stages && t < tiles; ++t) fetch(t);
  }
  int mine = 0;
  for (int t = 0; t < tiles; ++t) {
    while (!ptx::mbarrier_try_wait_parity(&full[t % stages], t / stages % 2)) {
    }
    int& value = buffer[t % stages][threadIdx.x];
    mine += ++value;
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x == 0) {
      ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out + t * tile, buffer[t % stages],
                         static_cast<uint32_t>(sizeof buffer[0]));
      ptx::cp_async_bulk_commit_group();
      ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>{});
      if (t + stages < tiles) fetch(t + stages);
    }
  }
  atomicAdd(sum, mine);
}

// Each block sends its number to the next block of the cluster, whose barrier waits for the bytes.
__global__ void __cluster_dims__(4) ring(int* out) {
  __shared__ int inbox;
  __shared__ alignas(8) uint64_t arrived;
  const uint32_t rank = ptx::get_sreg_cluster_ctarank(), size = ptx::get_sreg_cluster_nctarank();
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&arrived, 1);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &arrived, sizeof inbox);
  }
  ptx::barrier_cluster_arrive();
  ptx::barrier_cluster_wait();
  if (threadIdx.x == 0) {
    const uint32_t next = (rank + 1) % size;
    int* const remote = cooperative_groups::this_cluster().map_shared_rank(&inbox, static_cast<int>(next));
    uint64_t* const remote_barrier =
        cooperative_groups::this_cluster().map_shared_rank(&arrived, static_cast<int>(next));
    ptx::st_async(remote, static_cast<int>(blockIdx.x * 11), remote_barrier);
    while (!ptx::mbarrier_try_wait_parity(&arrived, 0)) {
    }
    out[blockIdx.x] = inbox;
  }
  ptx::barrier_cluster_arrive();
  ptx::barrier_cluster_wait();
}

int main() {
  constexpr int tiles = 7;
  int *in, *out, *sum;
  cudaMallocManaged(&in, tiles * tile * sizeof(int));
  cudaMallocManaged(&out, tiles * tile * sizeof(int));
  cudaMallocManaged(&sum, sizeof(int));
  for (int i = 0; i < tiles * tile; ++i) in[i] = i % 100;
  *sum = 0;
  staged<<<1, tile>>>(in, out, tiles, sum);
  printf("staged: %s", cudaGetErrorString(cudaDeviceSynchronize()));
  printf(" %d %d %d\n", *sum, out[0], out[tiles * tile - 1]);
  ring<<<8, 32>>>(out);
  printf("ring: %s", cudaGetErrorString(cudaDeviceSynchronize()));
  for (int i = 0; i < 8; ++i) printf(" %d", out[i]);
  printf("\n");
  cudaFree(in);
  cudaFree(out);
  cudaFree(sum);
}
