// Scans over groups: inclusive and exclusive, with sums, maxima and products, and an allocation built on them.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include <cstdio>
namespace cg = cooperative_groups;

__global__ void scans(int* out) {
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  const int value = (threadIdx.x * 7 + 3) % 10, t = threadIdx.x;
  out[t] = cg::inclusive_scan(tile, value);
  out[32 + t] = cg::exclusive_scan(tile, value);
  out[64 + t] = cg::inclusive_scan(tile, value, cg::greater<int>());
  out[96 + t] = cg::exclusive_scan(tile, value, cg::plus<int>());
}
__global__ void allocate(const int* wanted, int* offsets, int* next, int n) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int mine = i < n ? wanted[i] : 0;
  const int before = cg::exclusive_scan(warp, mine);
  int base = 0;
  if (warp.thread_rank() == warp.size() - 1) base = atomicAdd(next, before + mine);
  base = warp.shfl(base, warp.size() - 1);
  if (i < n) offsets[i] = base + before;
}

int main() {
  int* out;
  cudaMallocManaged(&out, 128 * sizeof(int));
  scans<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  for (int row = 0; row < 4; ++row) {
    for (int i = 0; i < 16; ++i) printf("%3d", out[32 * row + i]);
    printf("\n");
  }
  const int n = 100;
  int *wanted, *offsets, *next;
  cudaMallocManaged(&wanted, n * sizeof(int));
  cudaMallocManaged(&offsets, n * sizeof(int));
  cudaMallocManaged(&next, sizeof(int));
  int total = 0;
  for (int i = 0; i < n; ++i) total += wanted[i] = i % 4;
  *next = 0;
  allocate<<<1, 128>>>(wanted, offsets, next, n);
  cudaDeviceSynchronize();
  bool used[400] = {}, overlap = false;
  for (int i = 0; i < n; ++i) {
    for (int k = offsets[i]; k < offsets[i] + wanted[i]; ++k) {
      overlap = overlap || used[k];
      used[k] = true;
    }
  }
  printf("allocated %d of %d, overlap: %s\n", *next, total, overlap ? "yes" : "no");
}
