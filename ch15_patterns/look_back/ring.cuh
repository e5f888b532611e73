// A ring of tiles: one block per SM, all of them resident at once, processes an array in order. A tile is read once, by
// bulk copies that run ahead of the work, and its total is published a round before other blocks need it.
#pragma once

#include "ch15_patterns/look_back/look_back.cuh"
#include "common/pack.cuh"

namespace tile_ring {

constexpr int threads = (workers + 2) * 32;

template <typename T>
constexpr std::size_t part_size = rows * 32 * Pack<T>::size;
template <typename T>
constexpr std::size_t tile_size = tile_elements(sizeof(T));

// Total is the type of a tile's total, Sum that of the sum of all totals.
template <typename T, typename Total, typename Sum>
struct Memory {
  Pack<T> part[stages][workers][rows * 32];
  ArrivalBarrier copied[stages][workers];  // the part has been copied
  ArrivalBarrier counted;                  // every worker has stored the total of its part
  Total total[3][workers];  // one round is being added up, the next one written, while slow warps still use the last
  Sum before[2];            // the sum before the tile of this round, and of the next
};

// The work of a block's warps in a round. A round is a tile: this block's tiles are gridDim.x apart.
template <typename T, typename Total, typename Sum>
struct Block {
  Memory<T, Total, Sum>& memory;
  const T* x;
  std::size_t n, tiles;
  const TileStates& states;
  Sum up_to_here = 0;  // in the warp that adds totals: the sum of everything up to the end of the block's last tile

  __device__ static std::size_t tile(unsigned round) { return blockIdx.x + std::size_t{round} * gridDim.x; }
  __device__ bool has(unsigned round) const { return tile(round) < tiles; }
  __device__ std::size_t first_element(unsigned round) const {
    return tile(round) * tile_size<T> + warp_index() * part_size<T>;
  }
  __device__ Pack<T>* part(unsigned round) const { return memory.part[round % stages][warp_index()]; }
  __device__ ArrivalBarrier* copied(unsigned round) const { return &memory.copied[round % stages][warp_index()]; }
  __device__ Total& part_total(unsigned round) const { return memory.total[round % 3][warp_index()]; }

  // A worker copies its part of a tile into its stage: by a bulk copy, unless the array ends in it.
  __device__ void fetch(unsigned round) const {
    const std::size_t first = first_element(round);
    constexpr std::uint32_t bytes = sizeof memory.part[0][0];
    if (first + part_size<T> <= n) {
      if (lane_index() == 0) {
        barrier_arrive(copied(round), bytes);
        bulk_load(part(round), x + first, bytes, copied(round));
        const std::size_t later = first + gridDim.x * tile_size<T>;  // the next part to be fetched into a stage
        if (later + part_size<T> <= n) bulk_prefetch(x + later, bytes);
      }
    } else {
      for (std::size_t i = lane_index(); i < part_size<T>; i += 32)
        part(round)[i / Pack<T>::size].part[i % Pack<T>::size] = first + i < n ? x[first + i] : T{0};
      __syncwarp();
      if (lane_index() == 0) barrier_arrive(copied(round), 0);
    }
  }

  __device__ void wait_for_part(unsigned round) const { barrier_wait(copied(round), round / stages); }

  // A worker stores the total of its part.
  __device__ void leave_total(unsigned round, Total total) const {
    if (lane_index() == 0) {
      part_total(round) = total;
      barrier_arrive(&memory.counted, 0);
    }
  }

  __device__ Total tile_total(unsigned round) const {
    return sum_warp(lane_index() < workers ? memory.total[round % 3][lane_index()] : Total{0});
  }

  // The first extra warp publishes the tile's total, a whole round before other blocks need it.
  __device__ void publish_total(unsigned round) const {
    barrier_wait(&memory.counted, round);
    const Total total = tile_total(round);
    if (lane_index() == 0) publish(states, tile(round), TileState::aggregate, total);
  }

  // The second one computes the sum before the tile: the block's own last one, plus the totals of the other blocks'
  // tiles in between. A lane loads five of them at once: on 132 SMs that is all, in the time of one.
  __device__ void add_totals_before(unsigned round) {
    constexpr int at_once = 5;
    const std::uint32_t expected = tag_with(states, TileState::aggregate);
    Sum between = 0;
    for (std::size_t i = round == 0 ? 0 : tile(round - 1) + 1; i < tile(round); i += 32 * at_once) {
      Total total[at_once];
      bool ready = false;
      while (!ready) {  // all loads first, then their values: otherwise each would wait for the one before
        std::uint32_t state[at_once];
        for (int k = 0; k < at_once; ++k) {
          const std::size_t other = i + k * 32 + lane_index();
          total[k] = 0;
          state[k] = other < tile(round) ? read_tile(states, other, total[k]) : expected;
        }
        ready = true;
        for (int k = 0; k < at_once; ++k) ready = ready && state[k] == expected;
      }
      for (int k = 0; k < at_once; ++k) between += total[k];
    }
    up_to_here += sum_warp(between);
    if (lane_index() == 0) memory.before[round % 2] = up_to_here;
  }

  // The sum of everything before a worker's part.
  __device__ Sum sum_before_part(unsigned round) const {
    Sum before = memory.before[round % 2];
    for (int w = 0; w < warp_index(); ++w) before += memory.total[round % 3][w];
    return before;
  }

  // A worker has finished with its stage, and copies the tile after the next two into it.
  __device__ void reuse_stage(unsigned round) const {
    fence_before_bulk_copy();
    __syncwarp();  // the whole warp has finished with the stage
    if (has(round + stages)) fetch(round + stages);
  }
};

// Called by all threads of a cooperative launch (blocks wait for each other) with at least as many tiles as blocks. The
// callables are called by whole warps:
//   work(part, leave_total)             works on a part in shared memory, in place, and calls leave_total(its total)
//   write(part, first, before, total)   writes the results of the part that begins with element first; before is the
//                                       sum of all totals before it
// If sum_of_all is not null, it gets the sum of all totals.
template <typename T, typename Total, typename Sum, typename WorkOnPart, typename WritePart>
__device__ void pass_over(const T* x, std::size_t n, const TileStates& states, Sum* sum_of_all, const WorkOnPart& work,
                          const WritePart& write) {
  extern __shared__ __align__(128) unsigned char shared_memory[];
  auto& memory = *reinterpret_cast<Memory<T, Total, Sum>*>(shared_memory);
  Block<T, Total, Sum> block = {memory, x, n, (n + tile_size<T> - 1) / tile_size<T>, states};
  const bool worker = warp_index() < workers, publisher = warp_index() == workers;

  if (worker && lane_index() == 0)
    for (int stage = 0; stage < stages; ++stage) barrier_init(&memory.copied[stage][warp_index()], 1);
  if (threadIdx.x == 0) barrier_init(&memory.counted, workers);
  __syncthreads();

  const auto work_on_part = [&](unsigned round) {
    block.wait_for_part(round);
    work(block.part(round), [&](Total total) { block.leave_total(round, total); });
  };
  if (worker) {
    for (unsigned round = 0; round < stages && block.has(round); ++round) block.fetch(round);
    work_on_part(0);
  } else if (publisher) {
    block.publish_total(0);
  }
  __syncthreads();

  // The tile of the next round is processed, and its total published, before this round's tile is written.
  for (unsigned round = 0; block.has(round); ++round) {
    const bool one_more = block.has(round + 1);
    if (worker) {
      if (one_more) work_on_part(round + 1);
    } else if (publisher) {
      if (one_more) block.publish_total(round + 1);
    } else {
      block.add_totals_before(round);
    }
    __syncthreads();
    if (worker) {
      write(block.part(round), block.first_element(round), block.sum_before_part(round), block.part_total(round));
      block.reuse_stage(round);
    } else if (!publisher) {
      block.up_to_here += block.tile_total(round);
      if (sum_of_all && lane_index() == 0 && block.tile(round) == block.tiles - 1) *sum_of_all = block.up_to_here;
    }
  }
}

}  // namespace tile_ring
