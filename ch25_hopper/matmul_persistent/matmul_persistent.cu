// As many blocks as fit stay on the SMs, and each computes tile after tile of c, with the roles of matmul_specialised.
// The producer knows no tiles' ends: while the consumers store a tile of c, it brings what they multiply next.
#include "ch25_hopper/matmul_persistent/matmul_persistent.h"

#include "ch25_hopper/tiles/roles.h"
#include "common/cluster_launch.h"

namespace matmul_persistent {
namespace {

using namespace hopper_tiles;

// What the rungs change: how many rows of tiles neighbours in time share (corner_of), whether the copy engine stores
// results while the next tile is multiplied, and how many blocks of a cluster share their tiles of b. Those of a
// cluster take tiles one below the other.
template <int group_, bool stores_behind_, int cluster_>
struct Plan {
  static constexpr int group = group_, cluster = cluster_;
  static constexpr bool stores_behind = stores_behind_;
};

// What each block works on: the tiles with the numbers first, first + stride, ... below count.
struct Tiles {
  int first, stride, count, turns;
};
template <class Plan>
__device__ inline Tiles tiles_of_block(Sides sides) {
  const int down = (sides.rows - 1) / (Plan::cluster * tile_rows) + 1, across = (sides.cols - 1) / tile_cols + 1;
  return {static_cast<int>(blockIdx.x) / Plan::cluster, static_cast<int>(gridDim.x) / Plan::cluster, down * across,
          (sides.inner - 1) / depth + 1};
}
template <class Plan>
__device__ inline Corner corner_for(int tile, int rank, Sides sides) {
  const Corner of_cluster = corner_of<Plan::group>(tile, sides, Plan::cluster * tile_rows, tile_cols);
  return {of_cluster.row + rank * tile_rows, of_cluster.col};
}

// The producer. In a cluster each block asks for its own tile of a, and for its half of the common tile of b, which the
// copy engine delivers to both blocks.
template <class Plan>
__device__ inline void produce(const CUtensorMap& a, const CUtensorMap& b, const Ring& ring, int rank, Sides sides) {
  constexpr int shared_boxes = b_boxes / Plan::cluster;
  constexpr std::uint16_t all_blocks = (1 << Plan::cluster) - 1;
  const Tiles tiles = tiles_of_block<Plan>(sides);
  Place place;
  for (int tile = tiles.first; tile < tiles.count; tile += tiles.stride) {
    const Corner corner = corner_for<Plan>(tile, rank, sides);
    for (int turn = 0; turn < tiles.turns; ++turn, place.next()) {
      wait_until_free(ring, place);
      char* const stage = ring.memory + place.stage * stage_bytes;
      ArrivalBarrier* const arrived = &ring.arrived[place.stage];
      barrier_arrive(arrived, stage_bytes);  // what both blocks ask for
      tile_load(stage, a, arrived, turn * depth, corner.row);
      for (int i = rank * shared_boxes; i < (rank + 1) * shared_boxes; ++i) {
        char* const box = stage + a_bytes + i * box_bytes;
        if constexpr (Plan::cluster > 1) {
          tile_load_for(all_blocks, box, b, arrived, corner.col + i * box_cols, turn * depth);
        } else {
          tile_load(box, b, arrived, corner.col + i * box_cols, turn * depth);
        }
      }
    }
  }
}

// A stage is free when the consumers of all blocks have released it, because all blocks fill it.
template <class Plan>
__device__ inline void release(const Ring& ring, int stage) {
  const int lane = threadIdx.x % 32;
  if constexpr (Plan::cluster > 1) {
    if (lane < Plan::cluster) barrier_arrive_at(&ring.released[stage], lane);
  } else {
    if (lane == 0) barrier_arrive(&ring.released[stage]);
  }
}

template <class Plan>
__device__ __forceinline__ void consume(const Ring& ring, const CUtensorMap& c_map, bf16* c, int rank, Sides sides) {
  const int consumer = static_cast<int>(threadIdx.x) / warpgroup - 1;
  const Tiles tiles = tiles_of_block<Plan>(sides);
  Place place;
  Sums sums;
  for (int tile = tiles.first; tile < tiles.count; tile += tiles.stride) {
    int before = 0;
    for (int turn = 0; turn < tiles.turns; ++turn) {
      barrier_wait(&ring.arrived[place.stage], place.round);
      start_products(ring.memory + place.stage * stage_bytes, consumer, sums, turn > 0);
      products_wait<1>();
      if (turn > 0) release<Plan>(ring, before);
      before = place.stage;
      place.next();
    }
    products_wait<0>();
    release<Plan>(ring, before);
    const Corner corner = corner_for<Plan>(tile, rank, sides);
    const int row = corner.row + consumer * consumer_rows;
    if constexpr (Plan::stores_behind) {
      store_behind(sums, ring.memory + ring_bytes, c_map, consumer, row, corner.col);
    } else {
      store_sums(sums, c, row, corner.col, sides);
    }
  }
  if (Plan::stores_behind && threadIdx.x % warpgroup == 0) tile_stores_wait();
}

// ---- Rung 1. Blocks stay and take tiles row by row; threads store results from registers.
// ---- Rung 2. Same as rung 1, except for the order: down eight rows of tiles, then along them.
// ---- Rung 3. Same as rung 2, except that the copy engine stores the results.
// ---- Rung 4. Same as rung 3, except that pairs of blocks share the tiles of b.
template <class Plan>
__global__ void __launch_bounds__(threads, 1)
    persistent_kernel(const __grid_constant__ CUtensorMap a, const __grid_constant__ CUtensorMap b,
                      const __grid_constant__ CUtensorMap c_map, bf16* c, Sides sides) {
  extern __shared__ __align__(1024) char memory[];
  __shared__ ArrivalBarrier arrived[stages], released[stages];
  const Ring ring = {memory, arrived, released};
  const int rank = Plan::cluster > 1 ? static_cast<int>(cluster_rank()) : 0;
  const auto cluster_sync = [] {
    if constexpr (Plan::cluster > 1) {
      cluster_arrive();
      cluster_wait();
    }
  };
  if (threadIdx.x == 0) init_ring(ring, Plan::cluster);
  __syncthreads();
  cluster_sync();  // the other block is there, and so are its barriers

  if (threadIdx.x < warpgroup) {
    give_registers<producer_registers>();
    if (threadIdx.x == 0) produce<Plan>(a, b, ring, rank, sides);
  } else {
    take_registers<consumer_registers>();
    consume<Plan>(ring, c_map, c, rank, sides);
  }
  cluster_sync();  // the other block still writes into this one's shared memory, and arrives at its barriers
}

// ---- Launching. As many clusters as there is room for, or as few as need no further round: 64 pairs that take 16
// tiles each are as fast as 66 of which some take 15.
template <class Plan>
void run(const bf16* a, const bf16* b, bf16* c, Shape shape, cudaStream_t stream) {
  const auto launch = [](const bf16* a, const bf16* b, bf16* c, Shape shape, cudaStream_t stream) {
    constexpr int bytes = ring_bytes + (Plan::stores_behind ? staging_bytes : 0);
    const int tiles = tiles_of(shape.rows, shape.cols, Plan::cluster * tile_rows, tile_cols);
    const int clusters = multiprocessors() / Plan::cluster, rounds = blocks_for(tiles, clusters);
    launch_clusters(Plan::cluster, persistent_kernel<Plan>, blocks_for(tiles, rounds) * Plan::cluster, threads, bytes,
                    stream, boxes_of(a, shape.rows, shape.inner, tile_rows),
                    boxes_of(b, shape.inner, shape.cols, depth), boxes_of(c, shape.rows, shape.cols, consumer_rows), c,
                    tensor_product::sides_of(shape));
  };
  with_aligned_rows(launch, a, b, c, shape, stream);
}

using RowByRow = Plan<1, false, 1>;
using InGroups = Plan<8, false, 1>;
using StoringBehind = Plan<8, true, 1>;
using InPairs = Plan<8, true, 2>;

void stays(const bf16* a, const bf16* b, bf16* c, Shape shape, cudaStream_t stream) {
  run<RowByRow>(a, b, c, shape, stream);
}

void groups(const bf16* a, const bf16* b, bf16* c, Shape shape, cudaStream_t stream) {
  run<InGroups>(a, b, c, shape, stream);
}

void stores_behind(const bf16* a, const bf16* b, bf16* c, Shape shape, cudaStream_t stream) {
  run<StoringBehind>(a, b, c, shape, stream);
}

void pairs(const bf16* a, const bf16* b, bf16* c, Shape shape, cudaStream_t stream) {
  run<InPairs>(a, b, c, shape, stream);
}

}  // namespace

std::span<const tensor_product::Rung> ladder() {
  static constexpr std::size_t bytes = ring_bytes + staging_bytes + 1024;
  static constexpr Needs needs = {.compute_capability = 90, .shared_bytes = bytes, .exactly = true};
  static constexpr tensor_product::Rung rungs[] = {
      {"stays", stays, needs},                  // each block takes tile after tile
      {"groups", groups, needs},                // in an order that the L2 cache likes
      {"stores_behind", stores_behind, needs},  // the copy engine stores while the next tile is multiplied
      {"pairs", pairs, needs},                  // two blocks share their tiles of b
  };
  return rungs;
}

}  // namespace matmul_persistent
