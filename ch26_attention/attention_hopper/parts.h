// What all rungs of attention_hopper share: sizes, rings, products, the softmax that goes on, and the way of results to
// o.
#pragma once

#include "ch26_attention/attention/attention.h"
#include "common/ptx_hopper.h"
#include "common/tensor_maps.h"

namespace attention_hopper {

using attention::bf16;
using attention::Shape;
using attention::width;

constexpr int warpgroup = 128, consumers = 2, threads = warpgroup * (1 + consumers);
constexpr int rows = 64, tile_rows = rows * consumers, keys = 128, stages = 2;  // queries of a consumer, of a block
constexpr int row_bytes = 128, box_cols = row_bytes / sizeof(bf16), boxes = width / box_cols,
              unit_bytes = 8 * row_bytes;
constexpr int step = 16;                                             // of one wgmma along its sum
constexpr int q_box = rows * row_bytes, q_bytes = boxes * q_box;     // of a consumer
constexpr int kv_box = keys * row_bytes, kv_bytes = boxes * kv_box;  // of 128 keys or values
constexpr int shared_bytes = 2 * consumers * q_bytes + 2 * stages * kv_bytes;
constexpr int producer_registers = 24, consumer_registers = 240;

struct Maps {
  CUtensorMap q, k, v, o;
};

// ---- A ring of two stages for keys, and one for values. Uses are numbered through all tiles of the block.
struct Ring {
  char* memory;
  ArrivalBarrier *arrived, *released;
  __device__ char* stage(int use) const { return memory + use % stages * kv_bytes; }
  __device__ void wait(int use) const { barrier_wait(&arrived[use % stages], use / stages); }
  __device__ void release(int use) const {
    if (threadIdx.x % 32 == 0) barrier_arrive(&released[use % stages]);
  }
  __device__ void request(const CUtensorMap& map, int use, int first, int head) const {
    barrier_wait(&released[use % stages], use / stages + 1);  // released once in each round before this one
    barrier_arrive(&arrived[use % stages], kv_bytes);
    for (int i = 0; i < boxes; ++i)
      tile_load(stage(use) + i * kv_box, map, &arrived[use % stages], i * box_cols, first, head);
  }
};

struct Block {
  char *q, *o;
  Ring k, v;
  ArrivalBarrier *q_arrived, *q_released;
  __device__ void release_queries() const {
    if (threadIdx.x % 32 == 0) barrier_arrive(q_released);
  }
};

// Which queries a block works on, and how many times 128 keys they see.
struct Tile {
  int head, first, turns;
};
template <bool causal>
__device__ inline Tile tile_at(int number, int head, int length) {
  const int first = number * tile_rows, seen = causal ? min(length, first + tile_rows) : length;
  return {head, first, (seen + keys - 1) / keys};
}

__device__ __forceinline__ void produce(const Maps& maps, const Block& block, Tile tile, int& use) {
  barrier_arrive(block.q_arrived, consumers * q_bytes);
  for (int i = 0; i < consumers * boxes; ++i)
    tile_load(block.q + i * q_box, maps.q, block.q_arrived, i % boxes * box_cols, tile.first + i / boxes * rows,
              tile.head);
  for (int turn = 0; turn < tile.turns; ++turn, ++use) {
    block.k.request(maps.k, use, turn * keys, tile.head);
    block.v.request(maps.v, use, turn * keys, tile.head);
  }
}

// ---- Products of 64 rows: scores with 128 keys (whose elements are in rows, as the sum runs), and results from powers
// in registers and 128 values. The sums of a row are in four lanes: numbers 4 i + 2 r and 4 i + 2 r + 1 are row r's of
// two.
using Scores = float[rows * keys / warpgroup];
using Results = float[rows * width / warpgroup];
using Powers = std::uint32_t[keys / step][4];

__device__ __forceinline__ void start_scores(Scores& s, const char* q, const char* k) {
#pragma unroll
  for (int i = 0; i < width / step; ++i) {
    constexpr int steps = box_cols / step;
    multiply_64x128_bf16<0>(
        s, matrix_descriptor(shared_address(q) + i / steps * q_box + i % steps * step * 2, 0, unit_bytes),
        matrix_descriptor(shared_address(k) + i / steps * kv_box + i % steps * step * 2, 0, unit_bytes), i > 0);
  }
  products_commit();
}

__device__ __forceinline__ void start_results(Results& out, const Powers& p, const char* v, bool adds) {
#pragma unroll
  for (int i = 0; i < keys / step; ++i)
    multiply_64x128_bf16<1>(out, p[i], matrix_descriptor(shared_address(v) + i * step * row_bytes, kv_box, unit_bytes),
                            adds || i > 0);
  products_commit();
}

__device__ inline std::uint32_t two_bf16(float first, float second) {
  const __nv_bfloat162 pair = __floats2bfloat162_rn(first, second);
  return *reinterpret_cast<const std::uint32_t*>(&pair);
}

// ---- Softmax that goes on (online): of the two rows of which this thread has a quarter each.
struct Online {
  float most[2] = {-INFINITY, -INFINITY}, sum[2] = {0, 0};

  // Scores become powers. factor: what results so far must be multiplied by, since the largest score has changed.
  __device__ __forceinline__ void add(Scores& s, float scale, float (&factor)[2]) {
#pragma unroll
    for (int r = 0; r < 2; ++r) {
      float larger = most[r], added = 0;
#pragma unroll
      for (int i = 2 * r; i < keys / 2; i += 4) larger = fmaxf(larger, fmaxf(s[i], s[i + 1]));
      larger = fmaxf(larger, __shfl_xor_sync(~0u, larger, 1));
      larger = fmaxf(larger, __shfl_xor_sync(~0u, larger, 2));
      const float base = larger * scale;
      factor[r] = power_of_2_approximate(most[r] * scale - base);
      most[r] = larger;
#pragma unroll
      for (int i = 2 * r; i < keys / 2; i += 4) {
        added += s[i] = power_of_2_approximate(s[i] * scale - base);
        added += s[i + 1] = power_of_2_approximate(s[i + 1] * scale - base);
      }
      sum[r] = sum[r] * factor[r] + added;
    }
  }
  __device__ float inverse_sum(int r) const {
    float all = sum[r] + __shfl_xor_sync(~0u, sum[r], 1);
    all += __shfl_xor_sync(~0u, all, 2);
    return 1 / all;
  }
};

__device__ __forceinline__ void scale_rows(Results& out, const float (&factor)[2]) {
#pragma unroll
  for (int i = 0; i < width / 2; ++i) out[i] *= factor[i / 2 % 2];
}

// Powers of a turn's scores. Keys that a query does not see, and those behind the last one, get the power 0; only the
// last turns have such keys. query: the number of this thread's first row.
template <bool causal>
__device__ __forceinline__ void powers_of(Scores& s, Online& online, Tile tile, int turn, int query, int length,
                                          float scale, float (&factor)[2]) {
  const int end = (turn + 1) * keys;
  if ((causal && end > tile.first) || end > length) {
#pragma unroll
    for (int i = 0; i < keys / 2; ++i) {
      const int key = turn * keys + i / 4 * 8 + threadIdx.x % 4 * 2 + i % 2;
      if ((causal && key > query + i / 2 % 2 * 8) || key >= length) s[i] = -INFINITY;
    }
  }
  online.add(s, scale, factor);
}

// As an operand of wgmma: four words for 16 keys.
__device__ __forceinline__ void pack(const Scores& s, Powers& p) {
#pragma unroll
  for (int i = 0; i < keys / 4; ++i) p[i / 4][i % 4] = two_bf16(s[2 * i], s[2 * i + 1]);
}

// Results divided by the sum of their powers, through shared memory to o. Queries behind the last one are not stored.
__device__ __forceinline__ void store(Results& out, const Online& online, const Block& block, const CUtensorMap& o,
                                      int consumer, Tile tile) {
  const float factor[2] = {online.inverse_sum(0), online.inverse_sum(1)};
  scale_rows(out, factor);
  const int lane = threadIdx.x % 32, line = threadIdx.x % warpgroup / 32 * 16 + lane % 16;
  const bool leader = threadIdx.x % warpgroup == 0;
  char* const place = block.o + consumer * q_bytes;
  if (leader) tile_stores_wait_read<0>();  // of the tile before
  named_sync(3 + consumer, warpgroup);
#pragma unroll
  for (int i = 0; i < width / 16; ++i) {
    const float* const from = out + 8 * i;
    const std::uint32_t words[] = {two_bf16(from[0], from[1]), two_bf16(from[2], from[3]), two_bf16(from[4], from[5]),
                                   two_bf16(from[6], from[7])};
    const int piece = (i % 4 * 2 + lane / 16) ^ line % 8;
    store_matrices(shared_address(place) + i / 4 * q_box + line * row_bytes + piece * 16, words);
  }
  fence_before_bulk_copy();
  named_sync(3 + consumer, warpgroup);
  if (leader)
    for (int i = 0; i < boxes; ++i)
      tile_store(o, place + i * q_box, i * box_cols, tile.first + consumer * rows, tile.head);
}

// ---- The barriers of a block, and where everything is.
struct Barriers {
  ArrivalBarrier q_arrived, q_released, k_arrived[stages], k_released[stages], v_arrived[stages], v_released[stages];
};
__device__ inline Block start(char* memory, Barriers& b) {
  constexpr int warps = consumers * warpgroup / 32;
  if (threadIdx.x == 0) {
    barrier_init(&b.q_arrived, 1);
    barrier_init(&b.q_released, warps);
    for (int i = 0; i < stages; ++i) {
      barrier_init(&b.k_arrived[i], 1);
      barrier_init(&b.v_arrived[i], 1);
      barrier_init(&b.k_released[i], warps);
      barrier_init(&b.v_released[i], warps);
    }
  }
  __syncthreads();
  char* const k = memory + 2 * consumers * q_bytes;
  return {memory,
          memory + consumers * q_bytes,
          {k, b.k_arrived, b.k_released},
          {k + stages * kv_bytes, b.v_arrived, b.v_released},
          &b.q_arrived,
          &b.q_released};
}

}  // namespace attention_hopper
