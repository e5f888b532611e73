// Softmax of each row of a matrix by a block. The arithmetic hardly matters: the time goes into bringing the row, once,
// twice or three times, and into storing it.
#include "ch26_attention/softmax_rows/softmax_rows.h"

#include "common/rows.cuh"

namespace softmax_rows {
namespace {

using softmax::Shape;

constexpr int threads = 256;

// ---- Rung 1. As the formula: the largest element, the sum of the powers, the quotients. Three passes over the row.
__global__ void __launch_bounds__(threads) three_passes_kernel(const float* x, float* y, std::size_t cols) {
  const float* const row = x + blockIdx.x * cols;
  float most = minus_infinity, sum = 0;
  for (std::size_t i = threadIdx.x; i < cols; i += threads) most = fmaxf(most, row[i]);
  most = over_block<Largest>(most);
  for (std::size_t i = threadIdx.x; i < cols; i += threads) sum += __expf(row[i] - most);
  sum = over_block<Sum>(sum);
  for (std::size_t i = threadIdx.x; i < cols; i += threads) y[blockIdx.x * cols + i] = __expf(row[i] - most) / sum;
}

void three_passes(const float* x, float* y, Shape shape, cudaStream_t stream) {
  if (shape.rows == 0 || shape.cols == 0) return;
  three_passes_kernel<<<blocks_for(shape.rows, 1), threads, 0, stream>>>(x, y, shape.cols);
  check(cudaGetLastError());
}

// ---- Rung 2. Same as rung 1, except that the largest element and the sum are found in one pass (online): the sum is
// that of powers relative to the largest element so far, and is rescaled when a larger one comes.
struct Online {
  float most = minus_infinity, sum = 0;
  __device__ void add(float value) {
    const float larger = fmaxf(most, value);
    if (larger == minus_infinity) return;  // -infinity - -infinity would be NaN
    sum = sum * __expf(most - larger) + __expf(value - larger);
    most = larger;
  }
};

__global__ void __launch_bounds__(threads) online_kernel(const float* x, float* y, std::size_t cols) {
  const float* const row = x + blockIdx.x * cols;
  Online mine;
  for (std::size_t i = threadIdx.x; i < cols; i += threads) mine.add(row[i]);
  const float most = over_block<Largest>(mine.most);
  const float sum = over_block<Sum>(mine.sum * __expf(mine.most - most));
  for (std::size_t i = threadIdx.x; i < cols; i += threads) y[blockIdx.x * cols + i] = __expf(row[i] - most) / sum;
}

void online(const float* x, float* y, Shape shape, cudaStream_t stream) {
  if (shape.rows == 0 || shape.cols == 0) return;
  online_kernel<<<blocks_for(shape.rows, 1), threads, 0, stream>>>(x, y, shape.cols);
  check(cudaGetLastError());
}

// ---- Rung 3. Same as rung 1, except that the row comes once and stays in registers, and that a thread's loads, of 16
// bytes each, are all on their way at the same time.
template <int block_size, int quads, bool aligned>
__global__ void __launch_bounds__(block_size) in_registers_kernel(const float* x, float* y, std::size_t cols) {
  constexpr int apart = 4 * block_size;  // from one of a thread's quads to the next
  const std::size_t start = blockIdx.x * cols + 4 * threadIdx.x;
  const int left = static_cast<int>(cols) - 4 * static_cast<int>(threadIdx.x);
  float4 mine[quads];
#pragma unroll
  for (int q = 0; q < quads; ++q) mine[q] = load_four<aligned>(x + start, q * apart, left, minus_infinity);

  float most = minus_infinity, sum = 0;
#pragma unroll
  for (int q = 0; q < quads; ++q) most = fmaxf(most, fmaxf(fmaxf(mine[q].x, mine[q].y), fmaxf(mine[q].z, mine[q].w)));
  most = over_block<Largest>(most);
#pragma unroll
  for (int q = 0; q < quads; ++q) {
    mine[q] = {__expf(mine[q].x - most), __expf(mine[q].y - most), __expf(mine[q].z - most), __expf(mine[q].w - most)};
    sum += (mine[q].x + mine[q].y) + (mine[q].z + mine[q].w);
  }
  const float factor = 1 / over_block<Sum>(sum);
#pragma unroll
  for (int q = 0; q < quads; ++q)
    store_four<aligned>(y + start, q * apart, left,
                        {mine[q].x * factor, mine[q].y * factor, mine[q].z * factor, mine[q].w * factor});
}

// The smallest block that holds the row, except that 1024 threads with two quads each were faster on an H200 than 512
// with four. Longer rows than 32768 are left to rung 2.
void in_registers(const float* x, float* y, Shape shape, cudaStream_t stream) {
  struct Size {
    int block_size, quads;
    void (*kernels[2])(const float*, float*, std::size_t);  // for rows that are not aligned, and that are
  };
  static constexpr Size sizes[] = {
      {256, 1, {in_registers_kernel<256, 1, false>, in_registers_kernel<256, 1, true>}},
      {256, 4, {in_registers_kernel<256, 4, false>, in_registers_kernel<256, 4, true>}},
      {1024, 2, {in_registers_kernel<1024, 2, false>, in_registers_kernel<1024, 2, true>}},
      {1024, 8, {in_registers_kernel<1024, 8, false>, in_registers_kernel<1024, 8, true>}},
  };
  if (shape.rows == 0 || shape.cols == 0) return;
  for (const Size& size : sizes) {
    if (shape.cols > std::size_t(size.block_size * size.quads) * 4) continue;
    const auto kernel = size.kernels[shape.cols % 4 == 0];
    kernel<<<blocks_for(shape.rows, 1), size.block_size, 0, stream>>>(x, y, shape.cols);
    return check(cudaGetLastError());
  }
  online(x, y, shape, stream);
}

}  // namespace

std::span<const softmax::Rung> ladder() {
  static constexpr softmax::Rung rungs[] = {
      {"three_passes", three_passes},
      {"online", online},
      {"in_registers", in_registers},
  };
  return rungs;
}

}  // namespace softmax_rows
