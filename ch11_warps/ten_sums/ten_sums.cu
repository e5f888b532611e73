// Two sums on the host, then ten on the device: by blocks that fold their numbers in memory, with the last folds by one
// warp, in registers, and with few blocks, whose sums a second launch adds.
#include "ch11_warps/ten_sums/ten_sums.h"

#include <cooperative_groups.h>

#include <vector>

#include "common/check.h"
#include "common/warp.cuh"

namespace ten_sums {
namespace {

namespace cg = cooperative_groups;

// ---- On the host: a loop. Once the sum is 2^25 in float, its neighbours are 4 apart: adding 1.23 no longer changes
// it.
template <typename Real>
Real cpu_loop(const Real* h_x, const Real*, Real*, std::size_t n) {
  Real sum = 0;
  for (std::size_t i = 0; i < n; ++i) sum += h_x[i];
  return sum;
}

// ---- Same, except that the rounding error of an addition is added to the next number. (Kahan, 1965.)
template <typename Real>
Real cpu_compensated(const Real* h_x, const Real*, Real*, std::size_t n) {
  Real sum = 0, excess = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const Real added = h_x[i] - excess, next = sum + added;
    excess = (next - sum) - added;
    sum = next;
  }
  return sum;
}

// The host adds up the blocks' sums.
template <typename Real>
Real add_on_host(const Real* of_block, std::size_t n) {
  check(cudaGetLastError());
  std::vector<Real> sums(blocks_of(n));
  check(cudaMemcpy(sums.data(), of_block, sums.size() * sizeof(Real), cudaMemcpyDeviceToHost));
  Real sum = 0;
  for (const Real mine : sums) sum += mine;
  return sum;
}

// ---- Sum 1. A block folds its 256 numbers in global memory, which needs a copy of x: x must not change.
template <typename Real>
__global__ void global_kernel(Real* copy, Real* of_block, std::size_t n) {
  const int t = threadIdx.x;
  const std::size_t i = std::size_t{blockIdx.x} * block_size + t;
  for (int half = block_size / 2; half > 0; half /= 2) {
    if (t < half && i + half < n) copy[i] += copy[i + half];
    __syncthreads();
  }
  if (t == 0) of_block[blockIdx.x] = i < n ? copy[i] : Real{0};
}

template <typename Real>
Real global(const Real*, const Real* x, Real* scratch, std::size_t n) {
  if (n > 0) check(cudaMemcpyAsync(scratch, x, n * sizeof(Real), cudaMemcpyDeviceToDevice));
  global_kernel<<<blocks_of(n), block_size>>>(scratch, scratch + n, n);
  return add_on_host(scratch + n, n);
}

// ---- Sum 2. Same, except that the block folds in shared memory: x is read once, and not copied.
template <typename Real>
__global__ void shared_kernel(const Real* x, Real* of_block, std::size_t n) {
  const int t = threadIdx.x;
  __shared__ Real mine[block_size];
  const std::size_t i = std::size_t{blockIdx.x} * block_size + t;
  mine[t] = i < n ? x[i] : Real{0};
  __syncthreads();
  for (int half = block_size / 2; half > 0; half /= 2) {
    if (t < half) mine[t] += mine[t + half];
    __syncthreads();
  }
  if (t == 0) of_block[blockIdx.x] = mine[0];
}

template <typename Real>
Real shared(const Real*, const Real* x, Real* scratch, std::size_t n) {
  shared_kernel<<<blocks_of(n), block_size>>>(x, scratch, n);
  return add_on_host(scratch, n);
}

// ---- Sum 3. Same, except that the launch sets the size of the shared array.
template <typename Real>
__global__ void dynamic_kernel(const Real* x, Real* of_block, std::size_t n) {
  const int t = threadIdx.x;
  extern __shared__ double memory[];  // raw memory, aligned for the largest type
  Real* const mine = reinterpret_cast<Real*>(memory);
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + t;
  mine[t] = i < n ? x[i] : Real{0};
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (t < half) mine[t] += mine[t + half];
    __syncthreads();
  }
  if (t == 0) of_block[blockIdx.x] = mine[0];
}

template <typename Real>
Real dynamic(const Real*, const Real* x, Real* scratch, std::size_t n) {
  dynamic_kernel<<<blocks_of(n), block_size, block_size * sizeof(Real)>>>(x, scratch, n);
  return add_on_host(scratch, n);
}

// ---- Sum 4. Same as sum 2, except that each block adds its sum to one number on the device: a single number is copied
// back. The order of these additions varies from run to run, and so may the last digits if the blocks' sums differ.
template <typename Real>
__global__ void atomic_kernel(const Real* x, Real* sum, std::size_t n) {
  const int t = threadIdx.x;
  __shared__ Real mine[block_size];
  const std::size_t i = std::size_t{blockIdx.x} * block_size + t;
  mine[t] = i < n ? x[i] : Real{0};
  __syncthreads();
  for (int half = block_size / 2; half > 0; half /= 2) {
    if (t < half) mine[t] += mine[t + half];
    __syncthreads();
  }
  if (t == 0) atomicAdd(sum, mine[0]);
}

template <typename Real>
Real atomic(const Real*, const Real* x, Real* scratch, std::size_t n) {
  check(cudaMemsetAsync(scratch, 0, sizeof(Real)));
  atomic_kernel<<<blocks_of(n), block_size>>>(x, scratch, n);
  check(cudaGetLastError());
  Real sum;
  check(cudaMemcpy(&sum, scratch, sizeof sum, cudaMemcpyDeviceToHost));
  return sum;
}

// ---- The last 64 numbers of a block are folded by one warp, which needs no __syncthreads for that.

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

// ---- Sum 5. Same as sum 4, except that the last five folds are of one warp, and only that warp waits.
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

// ---- Sum 6. Same, except that those five folds stay in registers: a lane reads the number `half` lanes above it.
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

// ---- Sum 7. Same, except that the warp is a group: no mask, and the group knows its size. The same instructions.
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

// A thread's part of x: every element that is a multiple of the grid's threads further on.
template <typename Real>
__device__ Real add_stride(const Real* x, std::size_t n) {
  const std::size_t stride = std::size_t{gridDim.x} * block_size;
  Real own = 0;
  for (std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x; i < n; i += stride) own += x[i];
  return own;
}

// ---- Sum 8. Same as sum 6, except that a thread adds many numbers before its block folds: 1024 blocks at most.
template <typename Real>
__global__ void strided_kernel(const Real* x, Real* sum, std::size_t n) {
  const int t = threadIdx.x;
  __shared__ Real mine[block_size];
  fold_to_a_warp(mine, add_stride(x, n));
  if (t >= 32) return;  // the others have nothing left to do
  Real folded = mine[t];
  for (int half = 16; half > 0; half /= 2) folded += __shfl_down_sync(all_lanes, folded, half);
  if (t == 0) atomicAdd(sum, folded);
}

// ---- Sum 9. Same, except that a block stores its sum, and a second launch of one block adds those sums as the first
// one adds numbers: by threads, then by a fold. So the blocks' sums are not added to one large sum.
template <typename Real>
__global__ void stored_kernel(const Real* x, Real* of_block, std::size_t n) {
  const int t = threadIdx.x;
  __shared__ Real mine[block_size];
  fold_to_a_warp(mine, add_stride(x, n));
  if (t >= 32) return;  // the others have nothing left to do
  Real folded = mine[t];
  for (int half = 16; half > 0; half /= 2) folded += __shfl_down_sync(all_lanes, folded, half);
  if (t == 0) of_block[blockIdx.x] = folded;
}

// ---- Sum 10. Same, except that the blocks' sums are stored in memory that the program has from its start to its end:
// no call allocates.
template <typename Real>
__device__ Real static_sums[strided_blocks + 1];

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

template <typename Real>
Real two_launches(const Real*, const Real* x, Real* scratch, std::size_t n) {
  const std::size_t blocks = std::min<std::size_t>(blocks_of(n), strided_blocks);
  stored_kernel<<<blocks, block_size>>>(x, scratch, n);
  check(cudaGetLastError());
  stored_kernel<<<1, block_size>>>(scratch, scratch + strided_blocks, blocks);
  return returned(scratch + strided_blocks);
}

template <typename Real>
Real static_memory(const Real* h_x, const Real* x, Real*, std::size_t n) {
  void* address = nullptr;
  check(cudaGetSymbolAddress(&address, static_sums<Real>));
  return two_launches(h_x, x, static_cast<Real*>(address), n);
}

}  // namespace

template <typename Real>
std::span<const Rung<Real>> ladder() {
  static constexpr Rung<Real> rungs[] = {
      {"cpu_loop", cpu_loop<Real>, one_by_one, nothing},                       // one number after the other
      {"cpu_compensated", cpu_compensated<Real>, compensated<Real>, nothing},  // and what rounding takes away
      {"global", global<Real>, by_blocks, a_copy_and_blocks},                  // blocks fold in global memory
      {"shared", shared<Real>, by_blocks, a_value_per_block},                  // in shared memory
      {"dynamic", dynamic<Real>, by_blocks, a_value_per_block},                // whose size the launch gives
      {"atomic", atomic<Real>, by_blocks, one_value},                          // the device adds up the blocks' sums
      {"syncwarp", syncwarp<Real>, by_blocks, one_value},                      // the last folds without __syncthreads
      {"shuffle", shuffle<Real>, by_blocks, one_value},                        // and without shared memory
      {"groups", groups<Real>, by_blocks, one_value},                          // the same, by cooperative groups
      {"strided", strided<Real>, by_strides, one_value},                       // many numbers per thread
      {"two_launches", two_launches<Real>, by_two_launches, few_values},       // and the blocks' sums by a fold
      {"static_memory", static_memory<Real>, by_two_launches, nothing},        // in memory that is always there
  };
  return rungs;
}
template std::span<const Rung<float>> ladder();
template std::span<const Rung<double>> ladder();

}  // namespace ten_sums
