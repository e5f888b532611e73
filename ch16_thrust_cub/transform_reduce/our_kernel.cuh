// The hand-written kernel: each thread combines its elements, a warp combines its lanes by shuffles, a block its warps.
#pragma once

#include "ch16_thrust_cub/transform_reduce/transform_reduce.h"
#include "common/warp.cuh"

namespace transform_reduce {

constexpr int block_size = 256;
constexpr int most_blocks = 2048;  // more than a GPU can hold at once
constexpr int warps = block_size / 32;

// The answers of the lane `distance` above.
__device__ inline Answers from_above(const Answers& mine, int distance) {
  return {__shfl_down_sync(all_lanes, mine.squares, distance), __shfl_down_sync(all_lanes, mine.dot, distance),
          __shfl_down_sync(all_lanes, mine.above, distance), __shfl_down_sync(all_lanes, mine.place, distance),
          __shfl_down_sync(all_lanes, mine.magnitude, distance)};
}

// The block's answers, for thread 0. Every thread must call it, once in a kernel.
__device__ inline Answers join_block(Answers mine) {
  __shared__ double of_warp[warps * sizeof(Answers) / sizeof(double)];  // raw: Answers has initial values
  Answers* const answers = reinterpret_cast<Answers*>(of_warp);
  for (int half = 16; half > 0; half /= 2) mine = joined(mine, from_above(mine, half));
  if (lane_index() == 0) answers[warp_index()] = mine;
  __syncthreads();
  if (threadIdx.x == 0)
    for (int w = 1; w < warps; ++w) mine = joined(mine, answers[w]);
  return mine;
}

template <typename Real>
__global__ void answers_of_blocks_kernel(const Real* x, const Real* y, Answers* of_blocks, std::size_t n, Real limit) {
  const std::size_t stride = std::size_t{gridDim.x} * block_size;
  Answers mine;
  for (std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x; i < n; i += stride)
    mine = joined(mine, of_element(x[i], y[i], i, limit));
  const Answers all = join_block(mine);
  if (threadIdx.x == 0) of_blocks[blockIdx.x] = all;
}

__global__ void join_blocks_kernel(const Answers* of_blocks, int blocks, Answers* answers) {
  Answers mine;
  for (int i = threadIdx.x; i < blocks; i += block_size) mine = joined(mine, of_blocks[i]);
  const Answers all = join_block(mine);
  if (threadIdx.x == 0) *answers = all;
}

}  // namespace transform_reduce
