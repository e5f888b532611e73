// The ring: one block a multiprocessor, all of them alive at once, passes over an array in order, tile by tile. A tile
// is read once, by bulk copies that run ahead of the work, and each tile learns the sum of all tiles before it without
// waiting for its neighbour to finish. The lessons on scan and compaction say what is done with a tile.
#pragma once

#include "ch15_patterns/scan_single_pass/notes.h"

namespace scan_single_pass::tile_ring {

constexpr int workers = 12;  // warps that work on tiles; each has a part of its own in every tile
constexpr int rows = 12;     // of a part: 32 quads each, one a lane, so that no two lanes meet in a bank
constexpr int stages = 3;    // tiles in shared memory: one to put, one to take, one on its way
constexpr int threads = (workers + 2) * 32;

template <typename T>
struct alignas(16) Quad {
  static constexpr int size = 16 / sizeof(T);
  T v[size];
};

template <typename T>
constexpr std::size_t part_size = rows * 32 * Quad<T>::size;
template <typename T>
constexpr std::size_t tile_size = std::size_t{workers} * part_size<T>;

template <typename T, typename Total, typename Sum>
struct Memory {
  Quad<T> part[stages][workers][rows * 32];
  ArrivalBarrier there[stages][workers];  // the part has been copied
  ArrivalBarrier taken;                   // every worker has put its total below
  Total total[3][workers];  // one round is being added up, the next one written, while slow warps still use the last
  Sum before[2];
};

// What the warps of a block do in a round. A round is a tile: this block's tiles are gridDim.x apart.
template <typename Work>
struct Block {
  using T = typename Work::Element;
  using Total = typename Work::Total;
  using Sum = typename Work::Sum;

  Memory<T, Total, Sum>& memory;
  const T* x;
  std::size_t n, tiles;
  const Notes& notes;
  const Work& work;
  Sum up_to_here = 0;  // in the warp that finds places: the sum of everything up to the end of the block's last tile

  __device__ static int warp() { return threadIdx.x / 32; }
  __device__ static int lane() { return threadIdx.x % 32; }
  __device__ static std::size_t tile(std::size_t round) { return blockIdx.x + round * gridDim.x; }
  __device__ std::size_t first_element(std::size_t round) const {
    return tile(round) * tile_size<T> + warp() * part_size<T>;
  }

  // A worker has its part of a tile copied into its stage: by the copy engine, unless the array ends in it.
  __device__ void fetch(std::size_t round) {
    const std::size_t first = first_element(round);
    auto& part = memory.part[round % stages][warp()];
    ArrivalBarrier* there = &memory.there[round % stages][warp()];
    if (first + part_size<T> <= n) {
      if (lane() == 0) {
        barrier_arrive(there, sizeof part);
        bulk_load(part, x + first, sizeof part, there);
      }
    } else {
      for (std::size_t i = lane(); i < part_size<T>; i += 32)
        part[i / Quad<T>::size].v[i % Quad<T>::size] = first + i < n ? x[first + i] : T{0};
      __syncwarp();
      if (lane() == 0) barrier_arrive(there, 0);
    }
  }

  // A worker waits for its part, works on it and leaves its total.
  __device__ void take(std::size_t round) {
    barrier_wait(&memory.there[round % stages][warp()], static_cast<unsigned>(round / stages));
    work.take(memory.part[round % stages][warp()], [&](Total total) {
      if (lane() == 0) {
        memory.total[round % 3][warp()] = total;
        barrier_arrive(&memory.taken, 0);
      }
    });
  }

  // The first extra warp tells the other blocks, a whole round before they need it.
  __device__ void post_total(std::size_t round) {
    barrier_wait(&memory.taken, static_cast<unsigned>(round));
    const Total total = block_total(round);
    if (lane() == 0) write_note(notes, tile(round), notes.tag, total);
  }

  // The second one finds the sum before the tile: the block's own last one, plus the totals of the other blocks' tiles
  // in between. A lane asks for five of them at once: on 132 multiprocessors that is all, in the time of one.
  __device__ void find_place(std::size_t round) {
    constexpr int at_once = 5;
    Sum between = 0;
    for (std::size_t i = round == 0 ? 0 : tile(round - 1) + 1; i < tile(round); i += 32 * at_once) {
      Total total[at_once];
      bool ready;
      do {
        ready = true;
        for (int k = 0; k < at_once; ++k) {
          const std::size_t other = i + k * 32 + lane();
          total[k] = 0;
          if (other < tile(round)) ready = read_note(notes, other, total[k]) == notes.tag && ready;
        }
      } while (!ready);
      for (int k = 0; k < at_once; ++k) between += total[k];
    }
    up_to_here += sum_warp(between);
    if (lane() == 0) memory.before[round % 2] = up_to_here;
  }

  // A worker brings out what it made of its part, and has the next tile but two copied into the stage.
  __device__ void put(std::size_t round) {
    Sum before = memory.before[round % 2];
    for (int w = 0; w < warp(); ++w) before += memory.total[round % 3][w];
    work.put(memory.part[round % stages][warp()], first_element(round), before, memory.total[round % 3][warp()]);

    fence_before_bulk_copy();
    __syncwarp();  // the whole warp is done with the stage
    if (tile(round + stages) < tiles) fetch(round + stages);
  }

  __device__ Total block_total(std::size_t round) const {
    return sum_warp(lane() < workers ? memory.total[round % 3][lane()] : Total{0});
  }
};

// The kernel's body. Work says what is done with a tile, all by whole warps:
//   Element, Total, Sum   the types of an element, of a tile's total and of the sum of all totals
//   take(Quad*, post)     works on a part in its stage, in place, and calls post(total) as soon as it knows the total
//   put(Quad*, first, before, total)   writes the results of the part that begins with element first
//   finish(Sum)           one thread, at the end: the sum of all totals
// Needs a cooperative launch, for blocks wait for each other, and at least as many tiles as blocks.
template <typename Work>
__device__ void pass(const typename Work::Element* x, std::size_t n, const Notes& notes, const Work& work) {
  using M = Memory<typename Work::Element, typename Work::Total, typename Work::Sum>;
  extern __shared__ __align__(128) unsigned char shared_memory[];
  M& memory = *reinterpret_cast<M*>(shared_memory);
  constexpr std::size_t size = tile_size<typename Work::Element>;
  Block<Work> block = {memory, x, n, (n + size - 1) / size, notes, work};
  const int warp = block.warp();
  const bool worker = warp < workers, poster = warp == workers;

  if (worker && block.lane() == 0)
    for (int stage = 0; stage < stages; ++stage) barrier_init(&memory.there[stage][warp], 1);
  if (threadIdx.x == 0) barrier_init(&memory.taken, workers);
  __syncthreads();

  if (worker) {
    for (std::size_t round = 0; round < stages && block.tile(round) < block.tiles; ++round) block.fetch(round);
    block.take(0);
  } else if (poster) {
    block.post_total(0);
  }
  __syncthreads();

  // A round ahead, totals are found and posted; in the round the tile's place is known, and it is put there.
  for (std::size_t round = 0; block.tile(round) < block.tiles; ++round) {
    const bool one_more = block.tile(round + 1) < block.tiles;
    if (worker) {
      if (one_more) block.take(round + 1);
    } else if (poster) {
      if (one_more) block.post_total(round + 1);
    } else {
      block.find_place(round);
    }
    __syncthreads();
    if (worker) {
      block.put(round);
    } else if (!poster) {
      block.up_to_here += block.block_total(round);
      if (block.lane() == 0 && block.tile(round) == block.tiles - 1) work.finish(block.up_to_here);
    }
  }
}

}  // namespace scan_single_pass::tile_ring
