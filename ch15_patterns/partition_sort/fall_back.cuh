// The fall-back if keys are not spread evenly: an LSD radix sort as in ch15_patterns/one_sweep, which runs only if a
// flag on the device is set.
#pragma once

#include <algorithm>
#include <cstdint>

#include "ch15_patterns/radix/histogram.cuh"
#include "ch15_patterns/radix/partition.cuh"
#include "ch15_patterns/radix/stable_tile.cuh"
#include "common/check.h"
#include "common/dependent_launch.h"

namespace partition_sort {

using radix::Arrays, radix::KeyTile, radix::Plan, radix::Route, radix::UnorderedPass;
using sorts::Key;

template <typename Word>
__global__ __launch_bounds__(UnorderedPass::threads) void first_pass_if_kernel(const unsigned* wanted, Arrays arrays,
                                                                               std::size_t n, Plan<Word>* plan) {
  wait_for_kernel_before();
  if (!*wanted || !plan->moves[0]) return;
  const radix::Buckets<Word> buckets = {radix::route(arrays, *plan, 0).to, plan->starts[0], 0, nullptr};
  radix::partition<UnorderedPass>({arrays.keys, n, nullptr, 0}, buckets, 0, &plan->ticket[0]);
}

template <typename Word>
__device__ __noinline__ bool move_key_tile(const Route& way, std::size_t n, int pass, Plan<Word>* plan,
                                           Word* look_back) {
  return radix::move_tile<KeyTile>(way, n, pass, plan, look_back);
}

// A stable pass with persistent blocks that continue until no tile is left. It is slower than one block per tile (the
// loop needs registers), but if there is nothing to do, as in most sorts, few blocks that return at once are faster.
template <typename Word>
__global__ __launch_bounds__(KeyTile::threads,
                             KeyTile::blocks_per_sm) void stable_pass_if_kernel(const unsigned* wanted, Arrays arrays,
                                                                                std::size_t n, int pass,
                                                                                Plan<Word>* plan, Word* look_back) {
  wait_for_kernel_before();
  if (!*wanted || !plan->moves[pass]) return;
  const Route way = radix::route(arrays, *plan, pass);
  while (move_key_tile(way, n, pass, plan, look_back)) __syncthreads();
}

inline std::size_t fall_back_bytes(std::size_t n) {
  return radix::scratch_bytes(n, KeyTile::size);
}

// Sorts keys if *wanted, in device memory, is not 0 when its kernels run; otherwise they return at once. memory holds
// fall_back_bytes(n), of which the first radix::plan_bytes must then be 0.
template <typename Word>
void fall_back(const unsigned* wanted, const Key* keys, Key* sorted, std::size_t n, void* memory) {
  const int tiles = blocks_for(n, KeyTile::size);
  const radix::Scratch<Word> scratch(memory, n, KeyTile::size);
  const Arrays arrays = {keys, nullptr, scratch.other, sorted, nullptr, nullptr};

  launch_dependent(radix::histogram_kernel<Word>, multiprocessors(), radix::histogram_threads,
                   radix::histogram_shared_bytes, wanted, keys, n, scratch.plan, scratch.look_back, KeyTile::size);
  launch_dependent(first_pass_if_kernel<Word>, multiprocessors(), UnorderedPass::threads, UnorderedPass::shared_bytes,
                   wanted, arrays, n, scratch.plan);
  for (int pass = 1; pass < radix::passes; ++pass)
    launch_dependent(stable_pass_if_kernel<Word>, std::min(tiles, multiprocessors() * KeyTile::blocks_per_sm),
                     KeyTile::threads, KeyTile::shared_bytes, wanted, arrays, n, pass, scratch.plan,
                     scratch.look_back + pass * radix::look_back_words(n, KeyTile::size));
}

}  // namespace partition_sort
