// Matrix product in float: a tile per warp, then the same with memory latency hidden by arithmetic.
//
// A block of 8 warps computes 128 x 256 results, a warp 64 x 64 of them, a thread 8 x 16. At each k a thread reads 8 +
// 16 words from shared memory for 128 multiply-adds; a thread of matmul_registers reads 8 + 8 for 64. block_tile.cuh in
// common/warp_tiles/ divides the work among warps and lanes and executes it; the rungs differ in its order.
#include "ch09_shared/matmul_warps/matmul_warps.h"

#include "common/check.h"
#include "common/warp_tiles/block_tile.cuh"
#include "common/warp_tiles/ring.cuh"

namespace matmul_warps {

using namespace warp_tiles;

// ---- Rung 1. Same as matmul_registers' last rung, except for the parts: each warp has a square of results, and each
// thread twice as many. This needs a quarter fewer words of shared memory per multiply-add.
// ---- Rung 2. Same as rung 1, except for the order of the blocks: they share tiles of b in L2, as well as tiles of a.
// ---- Rung 3. Same as rung 2, except that b's tile is copied without going through registers, as later rungs need it.
template <int group, bool asynchronous, bool whole>
__global__ void __launch_bounds__(threads) warps_kernel(const float* a, const float* b, float* c, Sides sides) {
  __shared__ Stage stage;
  const Place p = place<group>(a, b, sides);

  float sums[thread_rows][thread_cols] = {};
  for (int first = 0; first < sides.inner; first += depth) {
    store_a(fetch_a<whole>(sides, p, first), stage, p);
    fetch_b<whole, asynchronous>(sides, p, first, stage);
    if (asynchronous) {
      __pipeline_commit();
      __pipeline_wait_prior(0);
    }
    __syncthreads();

    for (int k = 0; k < depth; ++k) {
      Fragment fragment;
      read_fragment(stage, k, p, fragment);
      multiply_add<false>(fragment, sums);
    }
    __syncthreads();
  }
  store_c<whole>(sums, c, sides, p);
}

template <int group, bool asynchronous>
void launch_warps(const float* a, const float* b, float* c, Shape shape) {
  if (answered(c, shape)) return;
  const auto kernel =
      whole_tiles(shape) ? warps_kernel<group, asynchronous, true> : warps_kernel<group, asynchronous, false>;
  kernel<<<tiles(shape), threads>>>(a, b, c, sides_of(shape));
  check(cudaGetLastError());
}

void warps(const float* a, const float* b, float* c, Shape shape) {
  launch_warps<not_grouped, false>(a, b, c, shape);
}

void groups(const float* a, const float* b, float* c, Shape shape) {
  launch_warps<grouped, false>(a, b, c, shape);
}

void copied(const float* a, const float* b, float* c, Shape shape) {
  launch_warps<grouped, true>(a, b, c, shape);
}

// ---- Rung 4. Same as rung 3, except that there are two stages of tiles: while a block multiplies one, the next is
// being copied, and one barrier per step suffices. The kernel, ring_kernel, is in common/warp_tiles/ring.cuh.
void buffered(const float* a, const float* b, float* c, Shape shape) {
  warp_tiles::ring<2, false>(a, b, c, shape);
}

// ---- Rung 5. Same as rung 4, except that there are three stages: two tiles are being copied.
void ring(const float* a, const float* b, float* c, Shape shape) {
  warp_tiles::ring<3, false>(a, b, c, shape);
}

// ---- Rung 6. Same as rung 5, except for the order in which it multiplies.
void serpentine(const float* a, const float* b, float* c, Shape shape) {
  warp_tiles::ring<3, true>(a, b, c, shape);
}

}  // namespace matmul_warps
