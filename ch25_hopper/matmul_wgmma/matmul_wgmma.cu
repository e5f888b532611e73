// A block is one warpgroup, 128 threads, and computes 128 x 128 elements of c. 64 columns of a and 64 rows of b at a
// time come to shared memory: one thread asks the copy engine for them, and wgmma reads them from there. No thread ever
// loads an element of a or b into a register. The rungs differ in what runs at the same time.
#include "ch25_hopper/matmul_wgmma/matmul_wgmma.h"

#include "ch25_hopper/tiles/tiles.h"

namespace matmul_wgmma {
namespace {

using hopper_tiles::bf16;
using hopper_tiles::Corner;
using hopper_tiles::Shape;
using hopper_tiles::Sides;

constexpr int tile_rows = 128, tile_cols = 128, depth = 64;  // of a block: its tile of c, and a turn along `inner`
constexpr int threads = 128;                                 // a warpgroup
constexpr int group_rows = 64, groups = tile_rows / group_rows, step = 16;  // of one wgmma: rows, and along `inner`
constexpr int a_bytes = tile_rows * hopper_tiles::row_bytes, box_bytes = depth * hopper_tiles::row_bytes;
constexpr int b_boxes = tile_cols / hopper_tiles::box_cols, stage_bytes = a_bytes + b_boxes * box_bytes;

// One thread asks for the tiles of a turn: a box of 128 rows of a, and two boxes of 64 columns of b. The barrier's
// phase ends when all their bytes are there.
__device__ inline void request(const CUtensorMap& a, const CUtensorMap& b, char* stage, ArrivalBarrier* arrived,
                               Corner corner, int k) {
  barrier_arrive(arrived, stage_bytes);
  tile_load(stage, a, arrived, k, corner.row);
  for (int i = 0; i < b_boxes; ++i)
    tile_load(stage + a_bytes + i * box_bytes, b, arrived, corner.col + i * hopper_tiles::box_cols, k);
}

// Starts the products of a turn: 2 x 4 wgmma, which the tensor cores execute while the threads go on.
using Sums = float[groups][group_rows * tile_cols / threads];
__device__ __forceinline__ void start_products(const char* stage, Sums& sums, bool adds) {
  products_begin();
#pragma unroll
  for (int k = 0; k < depth; k += step) {
#pragma unroll
    for (int g = 0; g < groups; ++g)
      multiply_64x128_bf16<1>(sums[g], hopper_tiles::a_descriptor(stage + g * group_rows * hopper_tiles::row_bytes, k),
                              hopper_tiles::b_descriptor(stage + a_bytes, k, box_bytes), adds || k > 0);
  }
  products_commit();
}

__device__ inline void store(const Sums& sums, bf16* c, Corner corner, Sides sides) {
#pragma unroll
  for (int g = 0; g < groups; ++g) hopper_tiles::store_sums(sums[g], c, corner.row + g * group_rows, corner.col, sides);
}

// ---- Rung 1. A turn's tiles arrive, then they are multiplied, one after the other.
__global__ void __launch_bounds__(threads)
    one_stage_kernel(const __grid_constant__ CUtensorMap a, const __grid_constant__ CUtensorMap b, bf16* c,
                     Sides sides) {
  extern __shared__ __align__(1024) char stage[];
  __shared__ ArrivalBarrier arrived;
  const Corner corner = hopper_tiles::corner_of<8>(blockIdx.x, sides, tile_rows, tile_cols);
  if (threadIdx.x == 0) barrier_init(&arrived, 1);
  __syncthreads();

  Sums sums;
  for (int turn = 0; turn * depth < sides.inner; ++turn) {
    if (threadIdx.x == 0) request(a, b, stage, &arrived, corner, turn * depth);
    barrier_wait(&arrived, turn);
    start_products(stage, sums, turn > 0);
    products_wait<0>();
    __syncthreads();  // the tiles may be overwritten when all four warps have multiplied them
  }
  store(sums, c, corner, sides);
}

// ---- Rung 2. Same as rung 1, except that a ring of stages holds the next tiles. Two turns of products are in the
// queue of the tensor cores: when the one before this has ended, its stage is free, and one thread asks for the tiles
// of a later turn.
template <int stages>
__global__ void __launch_bounds__(threads)
    ring_kernel(const __grid_constant__ CUtensorMap a, const __grid_constant__ CUtensorMap b, bf16* c, Sides sides) {
  extern __shared__ __align__(1024) char memory[];
  __shared__ ArrivalBarrier arrived[stages];
  const Corner corner = hopper_tiles::corner_of<8>(blockIdx.x, sides, tile_rows, tile_cols);
  const int turns = (sides.inner - 1) / depth + 1;
  const auto request_turn = [&](int turn) {
    if (turn < turns)
      request(a, b, memory + turn % stages * stage_bytes, &arrived[turn % stages], corner, turn * depth);
  };
  if (threadIdx.x == 0) {
    for (ArrivalBarrier& each : arrived) barrier_init(&each, 1);
    for (int turn = 0; turn < stages - 1; ++turn) request_turn(turn);
  }
  __syncthreads();

  Sums sums;
  for (int turn = 0; turn < turns; ++turn) {
    barrier_wait(&arrived[turn % stages], turn / stages);
    start_products(memory + turn % stages * stage_bytes, sums, turn > 0);
    products_wait<1>();  // the turn before this one has ended
    __syncthreads();     // for all four warps, so its stage is free
    if (threadIdx.x == 0) request_turn(turn + stages - 1);
  }
  products_wait<0>();
  store(sums, c, corner, sides);
}

// ---- Launching. A kernel must opt in to more than 48 KB of shared memory per block.
using Kernel = void (*)(CUtensorMap, CUtensorMap, bf16*, Sides);
constexpr int ring_stages = 3;  // of which two blocks fit into an SM

template <Kernel kernel, int stages>
void run(const bf16* a, const bf16* b, bf16* c, Shape shape, cudaStream_t stream) {
  const auto launch = [](const bf16* a, const bf16* b, bf16* c, Shape shape, cudaStream_t stream) {
    constexpr int bytes = stages * stage_bytes;
    check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    kernel<<<tiles_of(shape.rows, shape.cols, tile_rows, tile_cols), threads, bytes, stream>>>(
        hopper_tiles::boxes_of(a, shape.rows, shape.inner, tile_rows),
        hopper_tiles::boxes_of(b, shape.inner, shape.cols, depth), c, tensor_product::sides_of(shape));
    check(cudaGetLastError());
  };
  hopper_tiles::with_aligned_rows(launch, a, b, c, shape, stream);
}

void one_stage(const bf16* a, const bf16* b, bf16* c, Shape shape, cudaStream_t stream) {
  run<one_stage_kernel, 1>(a, b, c, shape, stream);
}

void ring(const bf16* a, const bf16* b, bf16* c, Shape shape, cudaStream_t stream) {
  run<ring_kernel<ring_stages>, ring_stages>(a, b, c, shape, stream);
}

}  // namespace

std::span<const tensor_product::Rung> ladder() {
  static constexpr tensor_product::Rung rungs[] = {
      {"one_stage", one_stage, {.compute_capability = 90, .shared_bytes = stage_bytes + 1024, .exactly = true}},
      {"ring", ring, {.compute_capability = 90, .shared_bytes = ring_stages * stage_bytes + 1024, .exactly = true}},
  };
  return rungs;
}

}  // namespace matmul_wgmma
