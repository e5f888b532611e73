// Softmax of rows of up to 131,072 floats. Half a megabyte is too much for the registers of one SM. Eight blocks of a
// cluster keep an eighth of the row each, and tell each other their largest elements and their sums through distributed
// shared memory: a block stores directly into the shared memory of another one.
#include "ch25_hopper/long_rows/long_rows.h"

#include "common/cluster_launch.h"
#include "common/ptx_hopper.h"
#include "common/rows.cuh"

namespace long_rows {
namespace {

using softmax::Shape;

constexpr int threads = 128, blocks = 8;  // of a cluster: the most that every device with clusters has

// ---- Rung 1. A block per row reads it twice (softmax_rows has this rung, and what came before it).
constexpr int threads_alone = 1024;
__global__ void __launch_bounds__(threads_alone) online_kernel(const float* x, float* y, std::size_t cols) {
  const float* const row = x + blockIdx.x * cols;
  float mine = minus_infinity, sum = 0;
  for (std::size_t i = threadIdx.x; i < cols; i += threads_alone) {
    const float larger = fmaxf(mine, row[i]);
    if (larger == minus_infinity) continue;  // -infinity - -infinity would be NaN
    sum = sum * __expf(mine - larger) + __expf(row[i] - larger);
    mine = larger;
  }
  const float most = over_block<Largest>(mine);
  sum = over_block<Sum>(sum * __expf(mine - most));
  for (std::size_t i = threadIdx.x; i < cols; i += threads_alone) {
    y[blockIdx.x * cols + i] = __expf(row[i] - most) / sum;
  }
}

void online(const float* x, float* y, Shape shape, cudaStream_t stream) {
  if (shape.rows == 0 || shape.cols == 0) return;
  online_kernel<<<blocks_for(shape.rows, 1), threads_alone, 0, stream>>>(x, y, shape.cols);
  check(cudaGetLastError());
}

// ---- Rung 2. Every block of the cluster stores its value into each block's array, so that after one barrier of the
// cluster all of them have all values. The barrier orders the stores before it and the loads after it.
template <class Fold>
__device__ float over_cluster(float mine) {
  __shared__ float of_block[blocks];
  mine = over_block<Fold>(mine);
  if (threadIdx.x < blocks) in_block_of_cluster(of_block, threadIdx.x)[cluster_rank()] = mine;
  cluster_arrive();
  cluster_wait();
  mine = of_block[0];
  for (int i = 1; i < blocks; ++i) mine = Fold::of(mine, of_block[i]);
  return mine;
}

// Where this thread's first quad is in a row, if each thread of the cluster has `quads` of them. The next one is
// `apart` further along the row.
constexpr int apart = 4 * threads;
template <int quads>
__device__ int first_of_thread() {
  const int part = blockIdx.x % blocks;
  return part * quads * apart + 4 * threadIdx.x;
}

// A block that has not started has no shared memory yet: the first store to another block waits for all of them. They
// arrive before they load, so that the wait costs nothing. Nothing is stored to another block after the last barrier.
template <int quads, bool aligned>
__global__ void __launch_bounds__(threads) cluster_kernel(const float* x, float* y, std::size_t cols) {
  const int first = first_of_thread<quads>(), left = static_cast<int>(cols) - first;
  const std::size_t start = blockIdx.x / blocks * cols + first;
  float4 mine[quads];
  cluster_arrive();
#pragma unroll
  for (int q = 0; q < quads; ++q) mine[q] = load_four<aligned>(x + start, q * apart, left, minus_infinity);

  float most = minus_infinity, sum = 0;
#pragma unroll
  for (int q = 0; q < quads; ++q) most = fmaxf(most, fmaxf(fmaxf(mine[q].x, mine[q].y), fmaxf(mine[q].z, mine[q].w)));
  cluster_wait();
  most = over_cluster<Largest>(most);
#pragma unroll
  for (int q = 0; q < quads; ++q) {
    mine[q] = {__expf(mine[q].x - most), __expf(mine[q].y - most), __expf(mine[q].z - most), __expf(mine[q].w - most)};
    sum += (mine[q].x + mine[q].y) + (mine[q].z + mine[q].w);
  }
  const float factor = 1 / over_cluster<Sum>(sum);
#pragma unroll
  for (int q = 0; q < quads; ++q)
    store_four<aligned>(y + start, q * apart, left,
                        {mine[q].x * factor, mine[q].y * factor, mine[q].z * factor, mine[q].w * factor});
}

// ---- Rung 3. Same as rung 2, except that the blocks meet once. A block adds powers relative to its own largest
// element, and tells the others both values at the same time: what it has added is scaled afterwards, by one number for
// the whole block, as in an online softmax.
//
// ---- Rung 4 (one_fence). Same as rung 3, except for what the barriers order. As they are, each thread first waits
// until all that it has stored is visible to the others. At the first barrier nobody has stored anything, and at the
// second one eight threads have.
template <int quads, bool one_fence, bool aligned>
__global__ void __launch_bounds__(threads) one_exchange_kernel(const float* x, float* y, std::size_t cols) {
  const auto arrive = [] { one_fence ? cluster_arrive_relaxed() : cluster_arrive(); };
  __shared__ float2 of_block[blocks];  // the largest element of each block's part, and the sum
  const int first = first_of_thread<quads>(), left = static_cast<int>(cols) - first;
  const std::size_t start = blockIdx.x / blocks * cols + first;
  arrive();
  float4 mine[quads];
#pragma unroll
  for (int q = 0; q < quads; ++q) mine[q] = load_four<aligned>(x + start, q * apart, left, minus_infinity);

  float most = minus_infinity, sum = 0;
#pragma unroll
  for (int q = 0; q < quads; ++q) most = fmaxf(most, fmaxf(fmaxf(mine[q].x, mine[q].y), fmaxf(mine[q].z, mine[q].w)));
  most = over_block<Largest>(most);
  const float base = most == minus_infinity ? 0 : most;  // a part without elements adds zeros, not NaN
#pragma unroll
  for (int q = 0; q < quads; ++q) {
    mine[q] = {__expf(mine[q].x - base), __expf(mine[q].y - base), __expf(mine[q].z - base), __expf(mine[q].w - base)};
    sum += (mine[q].x + mine[q].y) + (mine[q].z + mine[q].w);
  }
  sum = over_block<Sum>(sum);

  cluster_wait();
  if (threadIdx.x < blocks) {
    in_block_of_cluster(of_block, threadIdx.x)[cluster_rank()] = {most, sum};
    if (one_fence) cluster_fence();
  }
  arrive();
  cluster_wait();
  float most_of_all = minus_infinity, sum_of_all = 0;
  for (const float2 each : of_block) most_of_all = fmaxf(most_of_all, each.x);
  for (const float2 each : of_block) sum_of_all += each.y * __expf(each.x - most_of_all);
  const float factor = __expf(most - most_of_all) / sum_of_all;
#pragma unroll
  for (int q = 0; q < quads; ++q)
    store_four<aligned>(y + start, q * apart, left,
                        {mine[q].x * factor, mine[q].y * factor, mine[q].z * factor, mine[q].w * factor});
}

// Kernels for rows that are not aligned and for rows that are, with as few registers as hold the row.
struct Size {
  int quads;
  void (*kernels[2])(const float*, float*, std::size_t);
};

// Rows of more than 131072 elements are left to rung 1.
void launch(std::span<const Size> sizes, const float* x, float* y, Shape shape, cudaStream_t stream) {
  if (shape.rows == 0 || shape.cols == 0) return;
  for (const Size& size : sizes) {
    if (shape.cols > std::size_t(size.quads) * 4 * threads * blocks) continue;
    return launch_clusters(blocks, size.kernels[shape.cols % 4 == 0], blocks_for(shape.rows * blocks, 1), threads, 0,
                           stream, x, y, shape.cols);
  }
  online(x, y, shape, stream);
}

void cluster(const float* x, float* y, Shape shape, cudaStream_t stream) {
  static constexpr Size sizes[] = {
      {2, {cluster_kernel<2, false>, cluster_kernel<2, true>}},
      {8, {cluster_kernel<8, false>, cluster_kernel<8, true>}},
      {32, {cluster_kernel<32, false>, cluster_kernel<32, true>}},
  };
  launch(sizes, x, y, shape, stream);
}

template <bool one_fence>
void exchange_once(const float* x, float* y, Shape shape, cudaStream_t stream) {
  static constexpr Size sizes[] = {
      {2, {one_exchange_kernel<2, one_fence, false>, one_exchange_kernel<2, one_fence, true>}},
      {8, {one_exchange_kernel<8, one_fence, false>, one_exchange_kernel<8, one_fence, true>}},
      {32, {one_exchange_kernel<32, one_fence, false>, one_exchange_kernel<32, one_fence, true>}},
  };
  launch(sizes, x, y, shape, stream);
}

}  // namespace

std::span<const softmax::Rung> ladder() {
  static constexpr softmax::Rung rungs[] = {
      {"online", online},
      {"cluster", cluster, {.compute_capability = 90}},
      {"one_exchange", exchange_once<false>, {.compute_capability = 90}},
      {"one_fence", exchange_once<true>, {.compute_capability = 90}},
  };
  return rungs;
}

}  // namespace long_rows
