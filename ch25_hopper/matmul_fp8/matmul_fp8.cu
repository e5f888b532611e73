// The kernel of matmul_persistent's last rung for factors of one byte: pairs of blocks that stay, 128 x 256 elements of
// c each. A row of 128 bytes has 128 elements now, so a turn is twice as deep, and tensor cores multiply twice as fast.
// But they add with 13 bits after the binary point. The rungs differ in how much is added in this way.
#include "ch25_hopper/matmul_fp8/matmul_fp8.h"

#include "ch25_hopper/tiles/roles.h"
#include "common/cluster_launch.h"

namespace matmul_fp8 {
namespace {

using namespace hopper_tiles;

constexpr int cluster = 2, turn_depth = row_bytes / sizeof(e4m3),
              fp8_step = 32;                     // elements in a turn, and in one wgmma
constexpr int box_rows = box_bytes / row_bytes;  // columns of b in a box

struct Tiles {
  int first, stride, count, turns;
};
__device__ inline Tiles tiles_of_pair(Sides sides) {
  const int down = (sides.rows - 1) / (cluster * tile_rows) + 1, across = (sides.cols - 1) / tile_cols + 1;
  return {static_cast<int>(blockIdx.x) / cluster, static_cast<int>(gridDim.x) / cluster, down * across,
          (sides.inner - 1) / turn_depth + 1};
}
__device__ inline Corner corner_for(int tile, int rank, Sides sides) {
  const Corner of_pair = corner_of<8>(tile, sides, cluster * tile_rows, tile_cols);
  return {of_pair.row + rank * tile_rows, of_pair.col};
}

// As in matmul_persistent, except that boxes of b are 64 of its columns.
__device__ inline void produce(const CUtensorMap& a, const CUtensorMap& b, const Ring& ring, int rank, Sides sides) {
  constexpr int shared_boxes = b_boxes / cluster;
  const Tiles tiles = tiles_of_pair(sides);
  Place place;
  for (int tile = tiles.first; tile < tiles.count; tile += tiles.stride) {
    const Corner corner = corner_for(tile, rank, sides);
    for (int turn = 0; turn < tiles.turns; ++turn, place.next()) {
      wait_until_free(ring, place);
      char* const stage = ring.memory + place.stage * stage_bytes;
      ArrivalBarrier* const arrived = &ring.arrived[place.stage];
      barrier_arrive(arrived, stage_bytes);
      tile_load(stage, a, arrived, turn * turn_depth, corner.row);
      for (int i = rank * shared_boxes; i < (rank + 1) * shared_boxes; ++i)
        tile_load_for(3, stage + a_bytes + i * box_bytes, b, arrived, turn * turn_depth, corner.col + i * box_rows);
    }
  }
}

__device__ inline void release(const Ring& ring, int stage) {
  const int lane = threadIdx.x % 32;
  if (lane < cluster) barrier_arrive_at(&ring.released[stage], lane);
}

// Where a product begins: element k of 64 rows of a, and of the columns of b from a multiple of 8 on. Rows and columns
// are both contiguous along the sum.
__device__ inline std::uint64_t a_at(const char* stage, int consumer, int k) {
  return matrix_descriptor(shared_address(stage) + consumer * consumer_rows * row_bytes + k, 0, unit_bytes);
}
__device__ inline std::uint64_t b_at(const char* stage, int col, int k) {
  return matrix_descriptor(shared_address(stage) + a_bytes + col * row_bytes + k, 0, unit_bytes);
}

// ---- Rung 1. Everything is added by tensor cores, as in matmul_persistent.
__device__ __forceinline__ void add_all(const Ring& ring, int consumer, int turns, Place& place, Sums& sums) {
  int before = 0;
  for (int turn = 0; turn < turns; ++turn) {
    barrier_wait(&ring.arrived[place.stage], place.round);
    const char* const stage = ring.memory + place.stage * stage_bytes;
    products_begin();
#pragma unroll
    for (int k = 0; k < turn_depth; k += fp8_step)
      multiply_64x256_e4m3(sums, a_at(stage, consumer, k), b_at(stage, 0, k), turn > 0 || k > 0);
    products_commit();
    products_wait<1>();
    if (turn > 0) release(ring, before);
    before = place.stage;
    place.next();
  }
  products_wait<0>();
  release(ring, before);
}

// ---- Rung 2. Same as rung 1, except that tensor cores add the 128 products of a turn only, for 128 columns at a time:
// threads add these sums in float.
__device__ __forceinline__ void add_in_turns(const Ring& ring, int consumer, int turns, Place& place, Sums& sums) {
  constexpr int halves = 2, count = sizeof(Sums) / sizeof(float) / halves;
#pragma unroll
  for (int i = 0; i < halves * count; ++i) sums[i] = 0;
  for (int turn = 0; turn < turns; ++turn) {
    barrier_wait(&ring.arrived[place.stage], place.round);
    const char* const stage = ring.memory + place.stage * stage_bytes;
#pragma unroll
    for (int half = 0; half < halves; ++half) {
      float of_turn[count];
      products_begin();
#pragma unroll
      for (int k = 0; k < turn_depth; k += fp8_step)
        multiply_64x128_e4m3(of_turn, a_at(stage, consumer, k), b_at(stage, half * tile_cols / halves, k), k > 0);
      products_commit();
      products_wait<0>();
      if (half == halves - 1) release(ring, place.stage);
#pragma unroll
      for (int i = 0; i < count; ++i) sums[half * count + i] += of_turn[i];
    }
    place.next();
  }
}

template <bool in_turns>
__global__ void __launch_bounds__(threads, 1)
    fp8_kernel(const __grid_constant__ CUtensorMap a, const __grid_constant__ CUtensorMap b,
               const __grid_constant__ CUtensorMap c, Sides sides) {
  extern __shared__ __align__(1024) char memory[];
  __shared__ ArrivalBarrier arrived[stages], released[stages];
  const Ring ring = {memory, arrived, released};
  const int rank = static_cast<int>(cluster_rank());
  if (threadIdx.x == 0) init_ring(ring, cluster);
  __syncthreads();
  cluster_arrive();
  cluster_wait();

  if (threadIdx.x < warpgroup) {
    give_registers<producer_registers>();
    if (threadIdx.x == 0) produce(a, b, ring, rank, sides);
  } else {
    take_registers<consumer_registers>();
    const int consumer = static_cast<int>(threadIdx.x) / warpgroup - 1;
    const Tiles tiles = tiles_of_pair(sides);
    Place place;
    Sums sums;
    for (int tile = tiles.first; tile < tiles.count; tile += tiles.stride) {
      if constexpr (in_turns) {
        add_in_turns(ring, consumer, tiles.turns, place, sums);
      } else {
        add_all(ring, consumer, tiles.turns, place, sums);
      }
      const Corner corner = corner_for(tile, rank, sides);
      store_behind(sums, memory + ring_bytes, c, consumer, corner.row + consumer * consumer_rows, corner.col);
    }
    if (threadIdx.x % warpgroup == 0) tile_stores_wait();
  }
  cluster_arrive();
  cluster_wait();
}

// ---- Launching.
CUtensorMap boxes_of_bytes(const e4m3* matrix, std::size_t rows, std::size_t cols, int height) {
  return tensor_map({matrix, 1, rows, cols, height, CU_TENSOR_MAP_DATA_TYPE_UINT8, 1});
}

template <bool in_turns>
void launch(const e4m3* a, const e4m3* b, bf16* c, Shape shape, cudaStream_t stream) {
  const int tiles = tiles_of(shape.rows, shape.cols, cluster * tile_rows, tile_cols);
  const int rounds = blocks_for(tiles, multiprocessors() / cluster);
  launch_clusters(cluster, fp8_kernel<in_turns>, blocks_for(tiles, rounds) * cluster, threads,
                  ring_bytes + staging_bytes, stream, boxes_of_bytes(a, shape.rows, shape.inner, tile_rows),
                  boxes_of_bytes(b, shape.cols, shape.inner, box_rows),
                  boxes_of(c, shape.rows, shape.cols, consumer_rows), tensor_product::sides_of(shape));
}

// Matrices whose rows the copy engine does not take are copied first, as in tiles.h.
template <bool in_turns>
void run(const e4m3* a, const e4m3* b, bf16* c, Shape shape, cudaStream_t stream) {
  if (tensor_product::answered(c, shape, stream)) return;
  const Shape wide = {shape.rows, aligned_cols<e4m3>(shape.inner), aligned_cols<bf16>(shape.cols)};
  if (wide.inner == shape.inner && wide.cols == shape.cols) return launch<in_turns>(a, b, c, shape, stream);
  InStream<e4m3> wide_a(wide.rows * wide.inner, stream), wide_b(wide.cols * wide.inner, stream);
  const InStream<bf16> wide_c(wide.rows * wide.cols, stream);
  wide_a.clear();
  wide_b.clear();
  copy_rows<e4m3>(wide_a, wide.inner, a, shape.inner, shape.rows, stream);
  copy_rows<e4m3>(wide_b, wide.inner, b, shape.inner, shape.cols, stream);
  launch<in_turns>(wide_a, wide_b, wide_c, wide, stream);
  copy_rows<bf16>(c, shape.cols, wide_c, wide.cols, shape.rows, stream);
}

}  // namespace

std::span<const Rung> ladder() {
  static constexpr std::size_t bytes = ring_bytes + staging_bytes + 1024;
  static constexpr Needs needs = {.compute_capability = 90, .shared_bytes = bytes, .exactly = true};
  static constexpr Rung rungs[] = {
      {"fast", run<false>, one_product, needs},  // tensor cores add everything
      {"promoted", run<true>, in_turns, needs},  // they add 128 products
  };
  return rungs;
}

}  // namespace matmul_fp8
