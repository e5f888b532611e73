// Sums 7 to 10: the last 64 numbers of a block are folded by one warp, which needs no __syncthreads for that.
#include <cooperative_groups.h>

#include "ch11_warps/ten_sums/ten_sums.h"
#include "common/check.h"
#include "common/warp.cuh"

namespace ten_sums {

namespace cg = cooperative_groups;

// Stores a number of each thread in shared memory and folds them into the first 32 places.
template <typename Real>
__device__ void fold_to_a_warp(Real* mine, Real number) {
  const int t = threadIdx.x;
  mine[t] = number;
  __syncthreads();
  for (int half = block_size / 2; half >= 32; half /= 2) {
    if (t < half) mine[t] += mine[t + half];
    __syncthreads();
  }
}

// ---- Sum 7. Same as sum 6, except that the last five folds are of one warp, and only that warp waits.
template <typename Real>
__global__ void syncwarp_kernel(const Real* x, Real* sum, std::size_t n) {
  const int t = threadIdx.x;
  __shared__ Real mine[block_size];
  const std::size_t i = std::size_t{blockIdx.x} * block_size + t;
  fold_to_a_warp(mine, i < n ? x[i] : Real{0});
  for (int half = 16; half > 0; half /= 2) {
    if (t < half) mine[t] += mine[t + half];
    __syncwarp();
  }
  if (t == 0) atomicAdd(sum, mine[0]);
}

// ---- Sum 8. Same, except that those five folds stay in registers: a lane reads the number `half` lanes above it.
template <typename Real>
__global__ void shuffle_kernel(const Real* x, Real* sum, std::size_t n) {
  const int t = threadIdx.x;
  __shared__ Real mine[block_size];
  const std::size_t i = std::size_t{blockIdx.x} * block_size + t;
  fold_to_a_warp(mine, i < n ? x[i] : Real{0});
  if (t >= 32) return;  // the others have nothing left to do
  Real folded = mine[t];
  for (int half = 16; half > 0; half /= 2) folded += __shfl_down_sync(all_lanes, folded, half);
  if (t == 0) atomicAdd(sum, folded);
}

// ---- Sum 9. Same, except that the warp is a group: no mask, and the group knows its size. The same instructions.
template <typename Real>
__global__ void groups_kernel(const Real* x, Real* sum, std::size_t n) {
  const int t = threadIdx.x;
  __shared__ Real mine[block_size];
  const std::size_t i = std::size_t{blockIdx.x} * block_size + t;
  fold_to_a_warp(mine, i < n ? x[i] : Real{0});
  if (t >= 32) return;  // the others have nothing left to do
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  Real folded = mine[t];
  for (int half = warp.size() / 2; half > 0; half /= 2) folded += warp.shfl_down(folded, half);
  if (t == 0) atomicAdd(sum, folded);
}

// ---- Sum 10. Same as sum 8, except that a thread adds many numbers before its block folds: 1024 blocks at most.
template <typename Real>
__global__ void strided_kernel(const Real* x, Real* sum, std::size_t n) {
  const int t = threadIdx.x;
  __shared__ Real mine[block_size];
  const std::size_t stride = std::size_t{gridDim.x} * block_size;
  Real own = 0;
  for (std::size_t i = std::size_t{blockIdx.x} * block_size + t; i < n; i += stride) own += x[i];
  fold_to_a_warp(mine, own);
  if (t >= 32) return;  // the others have nothing left to do
  Real folded = mine[t];
  for (int half = 16; half > 0; half /= 2) folded += __shfl_down_sync(all_lanes, folded, half);
  if (t == 0) atomicAdd(sum, folded);
}

template <typename Real>
Real returned(const Real* sum) {
  check(cudaGetLastError());
  Real h_sum;
  check(cudaMemcpy(&h_sum, sum, sizeof h_sum, cudaMemcpyDeviceToHost));
  return h_sum;
}

template <typename Real>
Real syncwarp(const Real*, const Real* x, Real* scratch, std::size_t n) {
  check(cudaMemsetAsync(scratch, 0, sizeof(Real)));
  syncwarp_kernel<<<blocks_of(n), block_size>>>(x, scratch, n);
  return returned(scratch);
}

template <typename Real>
Real shuffle(const Real*, const Real* x, Real* scratch, std::size_t n) {
  check(cudaMemsetAsync(scratch, 0, sizeof(Real)));
  shuffle_kernel<<<blocks_of(n), block_size>>>(x, scratch, n);
  return returned(scratch);
}

template <typename Real>
Real groups(const Real*, const Real* x, Real* scratch, std::size_t n) {
  check(cudaMemsetAsync(scratch, 0, sizeof(Real)));
  groups_kernel<<<blocks_of(n), block_size>>>(x, scratch, n);
  return returned(scratch);
}

template <typename Real>
Real strided(const Real*, const Real* x, Real* scratch, std::size_t n) {
  check(cudaMemsetAsync(scratch, 0, sizeof(Real)));
  const std::size_t blocks = std::min<std::size_t>(blocks_of(n), strided_blocks);
  strided_kernel<<<blocks, block_size>>>(x, scratch, n);
  return returned(scratch);
}

template float syncwarp(const float*, const float*, float*, std::size_t);
template float shuffle(const float*, const float*, float*, std::size_t);
template float groups(const float*, const float*, float*, std::size_t);
template float strided(const float*, const float*, float*, std::size_t);
template double syncwarp(const double*, const double*, double*, std::size_t);
template double shuffle(const double*, const double*, double*, std::size_t);
template double groups(const double*, const double*, double*, std::size_t);
template double strided(const double*, const double*, double*, std::size_t);

}  // namespace ten_sums
