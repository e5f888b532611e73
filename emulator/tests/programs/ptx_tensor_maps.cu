// options: -std=c++17 -arch=sm_90 -lcuda
// Tiles of a tensor map in inline PTX: swizzles, tiles across the edge, reductions into global memory, and multicast to
// all blocks of a cluster.
#include <cuda.h>
#include <cudaTypedefs.h>

#include <cstdint>
#include <cstdio>

constexpr int width = 40, height = 20;  // of the tensor
constexpr int tile_width = 32, tile_height = 8;

__device__ uint32_t shared_address(const void* p) {
  return static_cast<uint32_t>(__cvta_generic_to_shared(p));
}
__device__ void expect_bytes(uint32_t barrier, uint32_t bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(bytes) : "memory");
}
__device__ void wait_for_phase(uint32_t barrier, uint32_t phase) {
  uint32_t done = 0;
  while (!done) {
    asm volatile(
        "{\n\t.reg .pred complete;\n\t"
        "mbarrier.try_wait.parity.shared::cta.b64 complete, [%1], %2;\n\t"
        "selp.u32 %0, 1, 0, complete;\n\t}"
        : "=r"(done)
        : "r"(barrier), "r"(phase)
        : "memory");
  }
}

// Loads the tile at (x, y), shows its first words as they are in shared memory, and adds the tile to another tensor.
__global__ void take(const __grid_constant__ CUtensorMap from, const __grid_constant__ CUtensorMap to, int x, int y,
                     int* seen) {
  __shared__ alignas(1024) int tile[tile_height * tile_width];
  __shared__ alignas(8) uint64_t barrier;
  const uint32_t at = shared_address(&barrier);
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at));
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    expect_bytes(at, sizeof tile);
    asm volatile(
        "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4}], "
        "[%2];" ::"r"(shared_address(tile)),
        "l"(reinterpret_cast<uint64_t>(&from)), "r"(at), "r"(x), "r"(y)
        : "memory");
  }
  wait_for_phase(at, 0);
  for (int i = threadIdx.x; i < tile_height * tile_width; i += blockDim.x) seen[i] = tile[i];
  __syncthreads();
  if (threadIdx.x == 0 && x >= 0) {  // a load may begin before the edge, a reduction may not
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group [%0, {%2, %3}], [%1];" ::"l"(
                     reinterpret_cast<uint64_t>(&to)),
                 "r"(shared_address(tile)), "r"(x), "r"(y)
                 : "memory");
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
  }
}

// Block 0 loads the tile for both blocks of the cluster.
__global__ void __cluster_dims__(2) share(const __grid_constant__ CUtensorMap from, int* seen) {
  __shared__ alignas(1024) int tile[tile_height * tile_width];
  __shared__ alignas(8) uint64_t barrier;
  const uint32_t at = shared_address(&barrier);
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at));
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    expect_bytes(at, sizeof tile);
  }
  asm volatile("barrier.cluster.arrive.aligned;\n\tbarrier.cluster.wait.aligned;" ::: "memory");
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    asm volatile(
        "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster"
        " [%0], [%1, {%3, %4}], [%2], %5;" ::"r"(shared_address(tile)),
        "l"(reinterpret_cast<uint64_t>(&from)), "r"(at), "r"(0), "r"(8), "h"(static_cast<uint16_t>(3))
        : "memory");
  }
  wait_for_phase(at, 0);
  if (threadIdx.x == 0) seen[blockIdx.x] = tile[33];
  asm volatile("barrier.cluster.arrive.aligned;\n\tbarrier.cluster.wait.aligned;" ::: "memory");
}

static CUtensorMap map_of(int* data, CUtensorMapSwizzle swizzle) {
  void* encode = nullptr;
  cudaDriverEntryPointQueryResult found;
  cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &encode, 12000, cudaEnableDefault, &found);
  CUtensorMap map{};
  const cuuint64_t size[] = {width, height}, stride[] = {width * sizeof(int)};
  const cuuint32_t box[] = {tile_width, tile_height}, step[] = {1, 1};
  const CUresult result = reinterpret_cast<PFN_cuTensorMapEncodeTiled_v12000>(encode)(
      &map, CU_TENSOR_MAP_DATA_TYPE_INT32, 2, data, size, stride, box, step, CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle,
      CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  if (result != CUDA_SUCCESS) printf("encode: %d\n", static_cast<int>(result));
  return map;
}

int main() {
  int *data, *sums, *seen;
  cudaMallocManaged(&data, width * height * sizeof(int));
  cudaMallocManaged(&sums, width * height * sizeof(int));
  cudaMallocManaged(&seen, tile_width * tile_height * sizeof(int));
  for (int i = 0; i < width * height; ++i) data[i] = i, sums[i] = 100000;

  const CUtensorMap plain = map_of(data, CU_TENSOR_MAP_SWIZZLE_NONE), target = map_of(sums, CU_TENSOR_MAP_SWIZZLE_NONE);
  const CUtensorMap swizzled = map_of(data, CU_TENSOR_MAP_SWIZZLE_128B),
                    swizzled_target = map_of(sums, CU_TENSOR_MAP_SWIZZLE_128B);
  const auto show = [&](const char* name, int row) {
    printf("%s: %s", name, cudaGetErrorString(cudaDeviceSynchronize()));
    for (int i = 0; i < tile_width; i += 4) printf(" %d", seen[row * tile_width + i]);
    printf("\n");
  };
  take<<<1, 64>>>(plain, target, 4, 2, seen);
  show("plain", 3);
  take<<<1, 64>>>(plain, target, 24, 16, seen);
  show("over the edge", 1);
  take<<<1, 64>>>(plain, target, -8, 15, seen);
  show("before the edge", 4);
  take<<<1, 64>>>(swizzled, swizzled_target, 0, 0, seen);
  show("swizzled, row 0", 0);
  show("swizzled, row 3", 3);
  show("swizzled, row 7", 7);
  printf("sums: %d %d %d %d\n", sums[0], sums[5 * width + 7], sums[17 * width + 3], sums[19 * width + 39]);
  share<<<2, 32>>>(plain, seen);
  printf("shared: %s", cudaGetErrorString(cudaDeviceSynchronize()));
  printf(" %d %d\n", seen[0], seen[1]);
  cudaFree(data);
  cudaFree(sums);
  cudaFree(seen);
}
