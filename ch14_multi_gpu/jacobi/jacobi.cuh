// A step of some rows of a plate, which is stored in device memory by rows, pitch_for(cols) floats apart.
#pragma once

#include <cstddef>

#include "common/check.h"

namespace jacobi {

inline constexpr int block_size = 256;
inline constexpr int columns = 4;         // per thread: one 16-byte load
inline constexpr int rows_of_thread = 8;  // each row is loaded for three rows of results, from memory about once

// Rows first to first + group - 1 of next, as far as they are before end, in the columns of the thread, whose place in
// its row is `thread`. Its results are also stored to also, if that is not null: a row in another GPU's memory. now is
// not __restrict__: another GPU may write its halo during the kernel, before the block has waited for it.
template <int group>
__device__ void step_rows(const float* now, float* next, std::size_t pitch, std::size_t cols, std::size_t first,
                          std::size_t end, std::size_t thread, float* also) {
  constexpr unsigned whole_warp = ~0u;
  const std::size_t col = thread * columns;
  if (col >= pitch) return;  // a whole warp: pitch is a multiple of its columns
  const int lane = threadIdx.x % 32;

  // All loads first, so that all are in flight at once. Past the last row the same one is loaded again.
  float4 row[group + 2];
  float side[group];  // the neighbour of the warp's first and of its last column, for lanes 0 and 31
  const bool has_side = (lane == 0 && col > 0) || (lane == 31 && col + columns < pitch);
  const std::size_t side_col = lane == 0 ? col - 1 : col + columns;
#pragma unroll
  for (int k = 0; k < group + 2; ++k) {
    const float* const start = now + min(first - 1 + k, end) * pitch;
    row[k] = *reinterpret_cast<const float4*>(start + col);
    if (k > 0 && k <= group) side[k - 1] = has_side ? start[side_col] : 0;
  }

#pragma unroll
  for (int k = 0; k < group; ++k) {
    const float4 up = row[k], here = row[k + 1], down = row[k + 2];
    float left = __shfl_up_sync(whole_warp, here.w, 1), right = __shfl_down_sync(whole_warp, here.x, 1);
    if (lane == 0) left = side[k];
    if (lane == 31) right = side[k];
    float4 mean = {0.25f * ((up.x + down.x) + (left + here.y)), 0.25f * ((up.y + down.y) + (here.x + here.z)),
                   0.25f * ((up.z + down.z) + (here.y + here.w)), 0.25f * ((up.w + down.w) + (here.z + right))};
    // The rim keeps its values, and so do the columns after the last one.
    if (col == 0) mean.x = here.x;
    if (col + 1 >= cols - 1) mean.y = here.y;
    if (col + 2 >= cols - 1) mean.z = here.z;
    if (col + 3 >= cols - 1) mean.w = here.w;
    if (col >= cols - 1) mean.x = here.x;
    if (first + k >= end) continue;
    // This kernel does not read it again: the cache is for the rows that it does.
    __stcs(reinterpret_cast<float4*>(next + (first + k) * pitch + col), mean);
    if (also) *reinterpret_cast<float4*>(also + col) = mean;
  }
}

// Group g of rows begins at begin + g * stride, and none reaches end; a block takes 1024 columns of one group.
template <int group>
__global__ void rows_kernel(const float* now, float* next, std::size_t pitch, std::size_t cols, std::size_t begin,
                            std::size_t stride, std::size_t end) {
  const std::size_t thread = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  step_rows<group>(now, next, pitch, cols, begin + blockIdx.y * stride, end, thread, nullptr);
}

// Rows begin to end - 1, possibly none. Throws CudaError.
inline void compute(const float* now, float* next, std::size_t pitch, std::size_t cols, std::size_t begin,
                    std::size_t end, cudaStream_t stream) {
  if (begin >= end) return;
  const dim3 blocks(blocks_for(pitch / columns, block_size), blocks_for(end - begin, rows_of_thread));
  rows_kernel<rows_of_thread><<<blocks, block_size, 0, stream>>>(now, next, pitch, cols, begin, rows_of_thread, end);
  check(cudaGetLastError());
}

// Row 1 and row `rows`, which may be the same: the border rows of a slab. Throws CudaError.
inline void compute_border(const float* now, float* next, std::size_t pitch, std::size_t cols, std::size_t rows,
                           cudaStream_t stream) {
  const dim3 blocks(blocks_for(pitch / columns, block_size), rows > 1 ? 2 : 1);
  rows_kernel<1><<<blocks, block_size, 0, stream>>>(now, next, pitch, cols, 1, rows - 1, rows + 1);
  check(cudaGetLastError());
}

}  // namespace jacobi
