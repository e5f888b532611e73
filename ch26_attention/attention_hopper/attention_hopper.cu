// A block computes 128 results (rows of o) of one head and goes through the keys 128 at a time. Its producer brings
// queries, keys and values; each of its two consumers has 64 queries, and computes powers of their scores with these
// keys in registers, from where wgmma multiplies them by the values. The rungs differ in what runs at the same time.
#include "ch26_attention/attention_hopper/attention_hopper.h"

#include "ch26_attention/attention_hopper/parts.h"

namespace attention_hopper {
namespace {

// ---- A consumer's tile: what differs between the rungs.
struct Consumer {
  int number, query;  // its first query within the tile, for this thread
  float scale;        // of scores: 1 / sqrt(width), and log2(e), because powers are of 2
  int use = 0;
  __device__ explicit Consumer(float scale_) : scale(scale_) {
    const int warp = threadIdx.x / 32;
    number = warp / 4 - 1;
    query = number * rows + warp % 4 * 16 + threadIdx.x % 32 / 4;
  }
};

// ---- Rung 1. Scores, powers, results, one after the other.
template <bool causal>
__device__ __forceinline__ void attend_one_by_one(const Block& block, Consumer& me, Tile tile, int length, Results& out,
                                                  Online& online) {
  Scores s;
  Powers p;
  float factor[2];
  for (int turn = 0; turn < tile.turns; ++turn, ++me.use) {
    block.k.wait(me.use);
    products_begin();
    start_scores(s, block.q + me.number * q_bytes, block.k.stage(me.use));
    products_wait<0>();
    block.k.release(me.use);
    powers_of<causal>(s, online, tile, turn, tile.first + me.query, length, me.scale, factor);
    pack(s, p);
    if (turn > 0) scale_rows(out, factor);
    block.v.wait(me.use);
    products_begin();
    start_results(out, p, block.v.stage(me.use), turn > 0);
    products_wait<0>();
    block.v.release(me.use);
  }
}

// ---- Rung 2. Same as rung 1, except that the next scores are multiplied before the results, and that the consumers
// take turns: one computes powers while the products of the other are in the queue of the tensor cores. It begins with
// consumer 0. A barrier for each: the other one arrives when it has started its products.
__device__ inline void wait_for_turn(int consumer) {
  named_sync(1 + consumer, consumers * warpgroup);
}
__device__ inline void give_turn(int consumer) {
  named_arrive(1 + (1 - consumer), consumers * warpgroup);
}

template <bool causal>
__device__ __forceinline__ void attend_in_turns(const Block& block, Consumer& me, Tile tile, int length, Results& out,
                                                Online& online) {
  const char* const q = block.q + me.number * q_bytes;
  const int query = tile.first + me.query;
  Scores s;
  Powers p;
  float factor[2];
  block.k.wait(me.use);
  wait_for_turn(me.number);
  products_begin();
  start_scores(s, q, block.k.stage(me.use));
  give_turn(me.number);
  products_wait<0>();
  block.k.release(me.use);
  if (tile.turns == 1) block.release_queries();
  powers_of<causal>(s, online, tile, 0, query, length, me.scale, factor);
  pack(s, p);
  for (int turn = 1; turn < tile.turns; ++turn) {
    const int before = me.use++;
    block.k.wait(me.use);
    wait_for_turn(me.number);
    products_begin();
    start_scores(s, q, block.k.stage(me.use));
    block.v.wait(before);
    start_results(out, p, block.v.stage(before), turn > 1);
    give_turn(me.number);
    products_wait<1>();  // the scores
    block.k.release(me.use);
    if (turn + 1 == tile.turns) block.release_queries();
    powers_of<causal>(s, online, tile, turn, query, length, me.scale, factor);
    products_wait<0>();  // the results: p and out are free
    block.v.release(before);
    pack(s, p);
    scale_rows(out, factor);
  }
  block.v.wait(me.use);
  products_begin();
  start_results(out, p, block.v.stage(me.use), tile.turns > 1);
  products_wait<0>();
  block.v.release(me.use++);
}

// Rungs 1 and 2: a block for each tile. In causal attention later queries see more keys: their blocks come first.
template <bool causal, bool in_turns>
__global__ void __launch_bounds__(threads, 1) tile_kernel(const __grid_constant__ Maps maps, int length, float scale) {
  extern __shared__ __align__(1024) char memory[];
  __shared__ Barriers barriers;
  const Block block = start(memory, barriers);
  const Tile tile = tile_at<causal>(causal ? gridDim.x - 1 - blockIdx.x : blockIdx.x, blockIdx.y, length);
  if (threadIdx.x < warpgroup) {
    give_registers<producer_registers>();
    int use = 0;
    if (threadIdx.x == 0) produce(maps, block, tile, use);
  } else {
    take_registers<consumer_registers>();
    Consumer me(scale);
    Results out;
    Online online;
    barrier_wait(block.q_arrived, 0);
    if constexpr (in_turns) {
      if (me.number == 1) give_turn(1);
      attend_in_turns<causal>(block, me, tile, length, out, online);
      if (me.number == 0) wait_for_turn(0);  // the other one's last signal must not stay in the barrier
    } else {
      attend_one_by_one<causal>(block, me, tile, length, out, online);
    }
    store(out, online, block, maps.o, me.number, tile);
    if (threadIdx.x % warpgroup == 0) tile_stores_wait();
  }
}

// ---- Rung 3. Same as rung 2, except that blocks stay. Tiles differ in length, so a block that has finished takes the
// next number from a counter. Its producer brings the next tile while the consumers store the last one. Of 8 heads at a
// time, whose keys and values stay in the L2 cache, the longest tiles come first.
__device__ unsigned tiles_taken;  // by blocks that have finished a tile: 0 before and after each launch
template <bool causal>
__device__ inline Tile tile_numbered(int number, int heads, int length) {
  constexpr int group = 8;
  const int tiles = (length - 1) / tile_rows + 1;
  const int first = number / (group * tiles) * group, in_group = number - first * tiles,
            count = min(group, heads - first);
  return tile_at<causal>(tiles - 1 - in_group / count, first + in_group % count, length);
}

template <bool causal>
__global__ void __launch_bounds__(threads, 1)
    persistent_kernel(const __grid_constant__ Maps maps, int heads, int length, float scale) {
  extern __shared__ __align__(1024) char memory[];
  __shared__ Barriers barriers;
  __shared__ int taken;  // the number of the tile whose queries are here; `count` or more at the end
  const Block block = start(memory, barriers);
  const int count = heads * ((length - 1) / tile_rows + 1);
  if (threadIdx.x < warpgroup) {
    give_registers<producer_registers>();
    if (threadIdx.x > 0) return;
    int use = 0, number = blockIdx.x;
    for (unsigned round = 0;; ++round) {
      barrier_wait(block.q_released, round + 1);
      taken = number;
      if (number >= count) return barrier_arrive(block.q_arrived);
      produce(maps, block, tile_numbered<causal>(number, heads, length), use);
      number = gridDim.x + atomicInc(&tiles_taken, count - 1);  // after `count` calls it is 0 again
    }
  }
  take_registers<consumer_registers>();
  Consumer me(scale);
  if (me.number == 1) give_turn(1);
  for (unsigned round = 0;; ++round) {
    barrier_wait(block.q_arrived, round);
    const int number = __shfl_sync(~0u, threadIdx.x % 32 == 0 ? taken : 0, 0);  // by the lane that will release it
    if (number >= count) break;
    const Tile tile = tile_numbered<causal>(number, heads, length);
    Results out;
    Online online;
    attend_in_turns<causal>(block, me, tile, length, out, online);
    store(out, online, block, maps.o, me.number, tile);
  }
  if (me.number == 0) wait_for_turn(0);
  if (threadIdx.x % warpgroup == 0) tile_stores_wait();
}

// ---- Launching.
Maps maps_of(const bf16* q, const bf16* k, const bf16* v, bf16* o, Shape shape) {
  const auto map = [&](const bf16* x, int tile_rows) {
    return tensor_map({x, shape.heads, shape.length, width, tile_rows, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, sizeof(bf16)});
  };
  return {map(q, rows), map(k, keys), map(v, keys), map(o, rows)};
}

float scale_of_scores() {
  return 1.44269504f / std::sqrt(float{width});
}

template <bool in_turns>
void run_tiles(const bf16* q, const bf16* k, const bf16* v, bf16* o, Shape shape, cudaStream_t stream) {
  if (shape.elements() == 0) return;
  const auto kernel = shape.causal ? tile_kernel<true, in_turns> : tile_kernel<false, in_turns>;
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes));
  kernel<<<dim3(blocks_for(shape.length, tile_rows), shape.heads), threads, shared_bytes, stream>>>(
      maps_of(q, k, v, o, shape), shape.length, scale_of_scores());
  check(cudaGetLastError());
}

void one_by_one(const bf16* q, const bf16* k, const bf16* v, bf16* o, Shape shape, cudaStream_t stream) {
  run_tiles<false>(q, k, v, o, shape, stream);
}

void in_turns(const bf16* q, const bf16* k, const bf16* v, bf16* o, Shape shape, cudaStream_t stream) {
  run_tiles<true>(q, k, v, o, shape, stream);
}

// One launch at a time: launches share the counter.
void persistent(const bf16* q, const bf16* k, const bf16* v, bf16* o, Shape shape, cudaStream_t stream) {
  if (shape.elements() == 0) return;
  const auto kernel = shape.causal ? persistent_kernel<true> : persistent_kernel<false>;
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes));
  const int tiles = tiles_of(shape.heads, shape.length, 1, tile_rows);
  kernel<<<std::min(tiles, multiprocessors()), threads, shared_bytes, stream>>>(maps_of(q, k, v, o, shape), shape.heads,
                                                                                shape.length, scale_of_scores());
  check(cudaGetLastError());
}

}  // namespace

std::span<const attention::Rung> ladder() {
  static constexpr Needs needs = {.compute_capability = 90, .shared_bytes = shared_bytes + 1024, .exactly = true};
  static constexpr attention::Rung rungs[] = {
      {"one_by_one", one_by_one, needs},  // scores, powers, results
      {"in_turns", in_turns, needs},      // one consumer multiplies while the other computes powers
      {"persistent", persistent, needs},  // blocks stay and take tiles from a counter
  };
  return rungs;
}

}  // namespace attention_hopper
