// Blocks in which threads have roles: one warpgroup, the producer, asks the copy engine for tiles; two others, the
// consumers, multiply them. A ring of stages is between them, with two barriers for each stage.
#pragma once

#include "ch25_hopper/tiles/tiles.h"

namespace hopper_tiles {

constexpr int tile_rows = 128, tile_cols = 256, depth = 64, stages = 4;
constexpr int warpgroup = 128, consumers = 2, threads = warpgroup * (1 + consumers);
constexpr int consumer_rows = tile_rows / consumers, step = 16;  // of one wgmma: rows, and along `inner`
constexpr int a_bytes = tile_rows * row_bytes, box_bytes = depth * row_bytes, b_boxes = tile_cols / box_cols;
constexpr int stage_bytes = a_bytes + b_boxes * box_bytes, ring_bytes = stages * stage_bytes;
constexpr int warps_that_release = consumers * warpgroup / 32;

// Registers of each thread: all threads together may have 65536. The kernel starts with 168 for each of 384 threads;
// the producer gives most of its own away, and the consumers, each thread of which has 128 sums, take them.
constexpr int producer_registers = 40, consumer_registers = 232;

struct Ring {
  char* memory;
  ArrivalBarrier *arrived, *released;  // of each stage
};

// A place in the ring: which stage comes next, and in which round. The barriers' phases are numbered like the rounds.
struct Place {
  int stage = 0;
  unsigned round = 0;
  __device__ void next() {
    if (++stage < stages) return;
    stage = 0;
    ++round;
  }
};

// By one thread of a block, before the others use the barriers. Each of the warps of consumers in `blocks` blocks
// releases a stage.
__device__ inline void init_ring(const Ring& ring, int blocks) {
  for (int s = 0; s < stages; ++s) {
    barrier_init(&ring.arrived[s], 1);
    barrier_init(&ring.released[s], blocks * warps_that_release);
  }
}

// The producer waits until a stage is free: in round r, until it has been released r times. A new barrier is in phase
// 0, so it counts as if phase -1 had ended: waiting for that returns at once.
__device__ inline void wait_until_free(const Ring& ring, Place place) {
  barrier_wait(&ring.released[place.stage], place.round + 1);  // the phase's lowest bit is that of round - 1
}

// Sums of a consumer: 64 x 256 by 128 threads.
using Sums = float[consumer_rows * tile_cols / warpgroup];

// Starts the products of a turn: four wgmma.
__device__ __forceinline__ void start_products(const char* stage, int consumer, Sums& sums, bool adds) {
  products_begin();
#pragma unroll
  for (int k = 0; k < depth; k += step)
    multiply_64x256_bf16<1>(sums, a_descriptor(stage + consumer * consumer_rows * row_bytes, k),
                            b_descriptor(stage + a_bytes, k, box_bytes), adds || k > 0);
  products_commit();
}

// 64 x 256 results of a consumer on their way: through two places in shared memory for 64 columns each, in turns. A
// place may be overwritten when the copy engine has read it. The swizzle is that of the tensor map.
constexpr int place_bytes = consumer_rows * row_bytes, places = 2;
constexpr int staging_bytes = consumers * places * place_bytes;
__device__ __forceinline__ void store_behind(const Sums& sums, char* staging, const CUtensorMap& c, int consumer,
                                             int row, int col) {
  const int lane = threadIdx.x % 32, line = threadIdx.x % warpgroup / 32 * 16 + lane % 16;
  const bool leader = threadIdx.x % warpgroup == 0;
#pragma unroll
  for (int box = 0; box < b_boxes; ++box) {
    char* const place = staging + (consumer * places + box % places) * place_bytes;
    if (leader) tile_stores_wait_read<places - 1>();
    named_sync(1 + consumer, warpgroup);
#pragma unroll
    for (int i = 0; i < box_cols / 16; ++i) {
      const float* const from = sums + box * 32 + i * 8;
      const std::uint32_t words[] = {two_bf16(from[0], from[1]), two_bf16(from[2], from[3]), two_bf16(from[4], from[5]),
                                     two_bf16(from[6], from[7])};
      const int piece = (2 * i + lane / 16) ^ line % 8;
      store_matrices(shared_address(place) + line * row_bytes + piece * 16, words);
    }
    fence_before_bulk_copy();
    named_sync(1 + consumer, warpgroup);
    if (leader) tile_store(c, place, col + box * box_cols, row);
  }
}

}  // namespace hopper_tiles
