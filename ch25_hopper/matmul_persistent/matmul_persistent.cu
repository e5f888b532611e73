// As many blocks as fit stay on the SMs, and each computes tile after tile of c, with the roles of matmul_specialised.
// The producer does not stop at the end of a tile: while the consumers store a tile of c, it brings what they multiply
// next.
#include "ch25_hopper/matmul_persistent/matmul_persistent.h"

#include <algorithm>
#include <optional>
#include <type_traits>

#include "ch25_hopper/tiles/roles.h"
#include "common/cluster_launch.h"

namespace matmul_persistent {
namespace {

using namespace hopper_tiles;

// What the rungs change: how many rows of tiles neighbours in time share (corner_of), whether the copy engine stores
// results while the next tile is multiplied, how many blocks of a cluster share their tiles of b, and whether the last
// tiles are split. The blocks of a cluster take tiles one below the other.
template <int group_, bool stores_behind_, int cluster_, bool splits_ = false>
struct Plan {
  static constexpr int group = group_, cluster = cluster_;
  static constexpr bool stores_behind = stores_behind_, splits = splits_;
};

// What each block works on: the tiles with the numbers first, first + stride, ... below whole, and from there to count
// its share of what is split. A part of a tile is some of its turns.
struct Part {
  int tile, begin, end;
};
struct Tiles {
  int first, stride, whole, count, turns;
  // The turns of all tiles that are split are numbered. Each cluster has a range of them, the next one continues.
  __device__ int split_until(int clusters) const {
    return static_cast<int>(static_cast<long long>(count - whole) * turns * clusters / stride);
  }
  // The block's part number i; behind the last one, of a tile that does not exist. Of its range the end comes first:
  // the part of a tile that the next cluster completes.
  template <bool splits>
  __device__ Part part(int i) const {
    const int tile = first + i * stride;
    if (!splits || tile < whole) return {min(tile, count), 0, turns};
    const int begin = split_until(first), end = split_until(first + 1);
    const int split = (end - 1) / turns - (tile - whole) / stride, start = split * turns;
    if (begin == end || start + turns <= begin) return {count, 0, 0};
    return {whole + split, max(begin - start, 0), min(end - start, turns)};
  }
};
template <class Plan>
__device__ inline Tiles tiles_of_block(Sides sides, int whole) {
  const int down = (sides.rows - 1) / (Plan::cluster * tile_rows) + 1, across = (sides.cols - 1) / tile_cols + 1;
  return {static_cast<int>(blockIdx.x) / Plan::cluster, static_cast<int>(gridDim.x) / Plan::cluster, whole,
          down * across, (sides.inner - 1) / depth + 1};
}
template <class Plan>
__device__ inline Corner corner_for(int tile, int rank, Sides sides) {
  const Corner of_cluster = corner_of<Plan::group>(tile, sides, Plan::cluster * tile_rows, tile_cols);
  return {of_cluster.row + rank * tile_rows, of_cluster.col};
}

// The producer. In a cluster each block asks for its own tile of a, and for its half of the common tile of b, which the
// copy engine delivers to both blocks.
template <class Plan>
__device__ inline void produce(const CUtensorMap& a, const CUtensorMap& b, const Ring& ring, int rank, Sides sides,
                               int whole) {
  constexpr int shared_boxes = b_boxes / Plan::cluster;
  constexpr std::uint16_t all_blocks = (1 << Plan::cluster) - 1;
  const Tiles tiles = tiles_of_block<Plan>(sides, whole);
  Place place;
  Part part;
  for (int i = 0; (part = tiles.part<Plan::splits>(i)).tile < tiles.count; ++i) {
    const Corner corner = corner_for<Plan>(part.tile, rank, sides);
    for (int turn = part.begin; turn < part.end; ++turn, place.next()) {
      wait_until_free(ring, place);
      char* const stage = ring.memory + place.stage * stage_bytes;
      ArrivalBarrier* const arrived = &ring.arrived[place.stage];
      barrier_arrive(arrived, stage_bytes);  // what both blocks ask for
      tile_load(stage, a, arrived, turn * depth, corner.row);
      for (int n = rank * shared_boxes; n < (rank + 1) * shared_boxes; ++n) {
        char* const box = stage + a_bytes + n * box_bytes;
        if constexpr (Plan::cluster > 1) {
          tile_load_for(all_blocks, box, b, arrived, corner.col + n * box_cols, turn * depth);
        } else {
          tile_load(box, b, arrived, corner.col + n * box_cols, turn * depth);
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

// Sums of a part, on their way to the cluster that completes the tile: from each consumer's threads to the same threads
// of its block with the same rank. told: 0 before and after each launch, so there can be one launch at a time.
constexpr int quads = std::extent_v<Sums> / 4, most_blocks = 256;
__device__ std::uint32_t told[most_blocks * consumers];
struct Exchange {
  float4* quad;  // of this thread
  std::uint32_t* word;
  __device__ Exchange(float4* memory, int block, int consumer)
      : quad(memory + (block * consumers + consumer) * (quads * warpgroup) + threadIdx.x % warpgroup),
        word(told + block * consumers + consumer) {}
};

__device__ __forceinline__ void give(const Sums& sums, Exchange exchange, int consumer) {
#pragma unroll
  for (int i = 0; i < quads; ++i)
    exchange.quad[i * warpgroup] = {sums[4 * i], sums[4 * i + 1], sums[4 * i + 2], sums[4 * i + 3]};
  named_sync(1 + consumer, warpgroup);
  if (threadIdx.x % warpgroup == 0) store_release(exchange.word, 1u);
}

__device__ __forceinline__ void take(Sums& sums, Exchange exchange, int consumer) {
  if (threadIdx.x % warpgroup == 0) {
    while (load_acquire(exchange.word) == 0) {
    }
    store_relaxed(exchange.word, 0u);
  }
  named_sync(1 + consumer, warpgroup);
#pragma unroll
  for (int i = 0; i < quads; ++i) {
    const float4 quad = exchange.quad[i * warpgroup];
    sums[4 * i] += quad.x, sums[4 * i + 1] += quad.y, sums[4 * i + 2] += quad.z, sums[4 * i + 3] += quad.w;
  }
}

// Is the tile complete? Else its sums have been given to the next cluster. A cluster waits only for those before it,
// which have started, and which give their sums before they wait.
template <class Plan>
__device__ __forceinline__ bool completes(Sums& sums, Part part, const Tiles& tiles, float4* memory, int rank,
                                          int consumer) {
  if (part.end < tiles.turns) {
    give(sums, Exchange(memory, tiles.first * Plan::cluster + rank, consumer), consumer);
    return false;
  }
  const int start = (part.tile - tiles.whole) * tiles.turns;
  for (int giver = tiles.first, from = start + part.begin; from > start;) {
    from = tiles.split_until(--giver);
    take(sums, Exchange(memory, giver * Plan::cluster + rank, consumer), consumer);
  }
  return true;
}

template <class Plan>
__device__ __forceinline__ void consume(const Ring& ring, const CUtensorMap& c_map, bf16* c, int rank, Sides sides,
                                        int whole, float4* memory) {
  const int consumer = static_cast<int>(threadIdx.x) / warpgroup - 1;
  const Tiles tiles = tiles_of_block<Plan>(sides, whole);
  Place place;
  Sums sums;
  Part part;
  for (int i = 0; (part = tiles.part<Plan::splits>(i)).tile < tiles.count; ++i) {
    int before = 0;
    for (int turn = part.begin; turn < part.end; ++turn) {
      barrier_wait(&ring.arrived[place.stage], place.round);
      start_products(ring.memory + place.stage * stage_bytes, consumer, sums, turn > part.begin);
      products_wait<1>();
      if (turn > part.begin) release<Plan>(ring, before);
      before = place.stage;
      place.next();
    }
    products_wait<0>();
    release<Plan>(ring, before);
    if (Plan::splits && !completes<Plan>(sums, part, tiles, memory, rank, consumer)) continue;
    const Corner corner = corner_for<Plan>(part.tile, rank, sides);
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
// ---- Rung 5. Same as rung 4, except that the tiles of the last rounds are split where they would leave pairs idle.
template <class Plan>
__global__ void __launch_bounds__(threads, 1)
    persistent_kernel(const __grid_constant__ CUtensorMap a, const __grid_constant__ CUtensorMap b,
                      const __grid_constant__ CUtensorMap c_map, bf16* c, Sides sides, int whole,
                      float4* memory_of_parts) {
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
    if (threadIdx.x == 0) produce<Plan>(a, b, ring, rank, sides, whole);
  } else {
    take_registers<consumer_registers>();
    consume<Plan>(ring, c_map, c, rank, sides, whole, memory_of_parts);
  }
  cluster_sync();  // the other block still writes into this one's shared memory, and arrives at its barriers
}

// ---- Launching. As many clusters as there is room for, or as few as need no further round: 64 pairs that take 16
// tiles each are as fast as 66 of which some take 15.
struct Share {
  int clusters, whole;  // tiles that stay whole
};
Share share_of(int tiles, int turns, int most, bool splits) {
  // Turns that a part must have, or save: as long as it takes to exchange sums.
  constexpr int worth = 4;
  const int rounds = blocks_for(tiles, most), parts = std::min(most / tiles, turns / worth);
  if (splits && parts > 1) return {tiles * parts, 0};
  const long long idle = static_cast<long long>(rounds) * most - tiles;  // clusters in the last round
  if (splits && rounds > 1 && idle * turns > static_cast<long long>(worth) * most) return {most, (rounds - 2) * most};
  return {blocks_for(tiles, rounds), tiles};
}

template <class Plan>
void run(const bf16* a, const bf16* b, bf16* c, Shape shape, cudaStream_t stream) {
  const auto launch = [](const bf16* a, const bf16* b, bf16* c, Shape shape, cudaStream_t stream) {
    constexpr int bytes = ring_bytes + (Plan::stores_behind ? staging_bytes : 0);
    const Sides sides = tensor_product::sides_of(shape);
    const int tiles = tiles_of(shape.rows, shape.cols, Plan::cluster * tile_rows, tile_cols);
    const Share share = share_of(tiles, blocks_for(shape.inner, depth),
                                 std::min(multiprocessors(), most_blocks) / Plan::cluster, Plan::splits);
    const int blocks = share.clusters * Plan::cluster;
    std::optional<InStream<float4>> parts;
    if (share.whole < tiles) parts.emplace(std::size_t(blocks) * consumers * quads * warpgroup, stream);
    launch_clusters(Plan::cluster, persistent_kernel<Plan>, blocks, threads, bytes, stream,
                    boxes_of(a, shape.rows, shape.inner, tile_rows), boxes_of(b, shape.inner, shape.cols, depth),
                    boxes_of(c, shape.rows, shape.cols, consumer_rows), c, sides, share.whole,
                    parts ? static_cast<float4*>(*parts) : nullptr);
  };
  with_aligned_rows(launch, a, b, c, shape, stream);
}

using RowByRow = Plan<1, false, 1>;
using InGroups = Plan<8, false, 1>;
using StoringBehind = Plan<8, true, 1>;
using InPairs = Plan<8, true, 2>;
using Splitting = Plan<8, true, 2, true>;

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

void split(const bf16* a, const bf16* b, bf16* c, Shape shape, cudaStream_t stream) {
  run<Splitting>(a, b, c, shape, stream);
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
      {"split", split, needs},                  // no pair is idle while others have whole tiles left
  };
  return rungs;
}

}  // namespace matmul_persistent
