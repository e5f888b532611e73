// Layer normalisation of each row by a block. As in softmax_rows, nearly all of the time goes into bringing the row.
#include "ch26_attention/layer_norm/layer_norm.h"

#include "common/rows.cuh"

namespace layer_norm {
namespace {

constexpr int threads = 256;

__device__ inline float normalised(float x, float mean, float factor, float weight, float bias) {
  return (x - mean) * factor * weight + bias;
}

// ---- Rung 1. As the formula: the mean, the variance around it, the results. Three passes over the row.
__global__ void __launch_bounds__(threads)
    three_passes_kernel(const float* x, const float* weight, const float* bias, float* y, std::size_t cols) {
  const float* const row = x + blockIdx.x * cols;
  float sum = 0, squares = 0;
  for (std::size_t i = threadIdx.x; i < cols; i += threads) sum += row[i];
  const float mean = over_block<Sum>(sum) / cols;
  for (std::size_t i = threadIdx.x; i < cols; i += threads) squares += (row[i] - mean) * (row[i] - mean);
  const float factor = rsqrtf(over_block<Sum>(squares) / cols + epsilon);
  for (std::size_t i = threadIdx.x; i < cols; i += threads)
    y[blockIdx.x * cols + i] = normalised(row[i], mean, factor, weight[i], bias[i]);
}

void three_passes(const float* x, const float* weight, const float* bias, float* y, Shape shape, cudaStream_t stream) {
  if (shape.rows == 0 || shape.cols == 0) return;
  three_passes_kernel<<<blocks_for(shape.rows, 1), threads, 0, stream>>>(x, weight, bias, y, shape.cols);
  check(cudaGetLastError());
}

// ---- Rung 2. Same as rung 1, except that mean and variance are found in one pass (online). The sums of x and of its
// squares would do it too, but their difference loses everything if the mean is large: the squares here are those of
// distances to the mean so far (Welford), and two parts are merged by the distance of their means (Chan).
struct Moments {
  float count = 0, mean = 0, squares = 0;
  __device__ void add(float value) {
    const float distance = value - mean;
    ++count;
    mean += distance / count;
    squares += distance * (value - mean);
  }
  __device__ void add(const Moments& other) {
    if (other.count == 0) return;
    const float both = count + other.count, distance = other.mean - mean, share = other.count / both;
    mean += distance * share;
    squares += other.squares + distance * distance * count * share;
    count = both;
  }
  __device__ void add_warp() {
    for (int mask = warp_size / 2; mask > 0; mask /= 2)
      add(Moments{__shfl_xor_sync(all_lanes, count, mask), __shfl_xor_sync(all_lanes, mean, mask),
                  __shfl_xor_sync(all_lanes, squares, mask)});
  }
};

__global__ void __launch_bounds__(threads)
    online_kernel(const float* x, const float* weight, const float* bias, float* y, std::size_t cols) {
  constexpr int warps = threads / warp_size;
  __shared__ float of_warp[3][warps];
  const float* const row = x + blockIdx.x * cols;
  Moments mine;
  for (std::size_t i = threadIdx.x; i < cols; i += threads) mine.add(row[i]);
  mine.add_warp();
  if (lane_index() == 0) {
    of_warp[0][warp_index()] = mine.count;
    of_warp[1][warp_index()] = mine.mean;
    of_warp[2][warp_index()] = mine.squares;
  }
  __syncthreads();
  Moments all;
  for (int i = 0; i < warps; ++i) all.add(Moments{of_warp[0][i], of_warp[1][i], of_warp[2][i]});
  const float factor = rsqrtf(all.squares / cols + epsilon);
  for (std::size_t i = threadIdx.x; i < cols; i += threads)
    y[blockIdx.x * cols + i] = normalised(row[i], all.mean, factor, weight[i], bias[i]);
}

void online(const float* x, const float* weight, const float* bias, float* y, Shape shape, cudaStream_t stream) {
  if (shape.rows == 0 || shape.cols == 0) return;
  online_kernel<<<blocks_for(shape.rows, 1), threads, 0, stream>>>(x, weight, bias, y, shape.cols);
  check(cudaGetLastError());
}

// ---- Rung 3. Same as rung 1, except that the row comes once and stays in registers.
template <int block_size, int quads, bool aligned>
__global__ void __launch_bounds__(block_size)
    in_registers_kernel(const float* x, const float* weight, const float* bias, float* y, std::size_t cols) {
  constexpr int apart = 4 * block_size;  // from one of a thread's quads to the next
  const std::size_t start = blockIdx.x * cols + 4 * threadIdx.x;
  const int left = static_cast<int>(cols) - 4 * static_cast<int>(threadIdx.x);
  float4 mine[quads];
  float sum = 0, squares = 0;
#pragma unroll
  for (int q = 0; q < quads; ++q) mine[q] = load_four<aligned>(x + start, q * apart, left, 0);
#pragma unroll
  for (int q = 0; q < quads; ++q) sum += (mine[q].x + mine[q].y) + (mine[q].z + mine[q].w);
  const float mean = over_block<Sum>(sum) / cols;
  const auto square = [&](float value, int i) { return i < left ? (value - mean) * (value - mean) : 0; };
#pragma unroll
  for (int q = 0; q < quads; ++q) {
    const int i = q * apart;
    squares +=
        (square(mine[q].x, i) + square(mine[q].y, i + 1)) + (square(mine[q].z, i + 2) + square(mine[q].w, i + 3));
  }
  const float factor = rsqrtf(over_block<Sum>(squares) / cols + epsilon);
#pragma unroll
  for (int q = 0; q < quads; ++q) {
    const int i = q * apart;
    if (i >= left) break;
    const float4 w = load_four<aligned, false>(weight + 4 * threadIdx.x, i, left, 0),
                 b = load_four<aligned, false>(bias + 4 * threadIdx.x, i, left, 0);
    store_four<aligned>(y + start, i, left,
                        {normalised(mine[q].x, mean, factor, w.x, b.x), normalised(mine[q].y, mean, factor, w.y, b.y),
                         normalised(mine[q].z, mean, factor, w.z, b.z), normalised(mine[q].w, mean, factor, w.w, b.w)});
  }
}

// The smallest block that holds the row. Longer rows than 16384 are left to rung 2.
void in_registers(const float* x, const float* weight, const float* bias, float* y, Shape shape, cudaStream_t stream) {
  struct Size {
    int block_size, quads;
    void (*kernels[2])(const float*, const float*, const float*, float*, std::size_t);  // rows not aligned, and aligned
  };
  static constexpr Size sizes[] = {
      {256, 1, {in_registers_kernel<256, 1, false>, in_registers_kernel<256, 1, true>}},
      {256, 4, {in_registers_kernel<256, 4, false>, in_registers_kernel<256, 4, true>}},
      {512, 4, {in_registers_kernel<512, 4, false>, in_registers_kernel<512, 4, true>}},
      {1024, 4, {in_registers_kernel<1024, 4, false>, in_registers_kernel<1024, 4, true>}},
  };
  if (shape.rows == 0 || shape.cols == 0) return;
  for (const Size& size : sizes) {
    if (shape.cols > std::size_t(size.block_size * size.quads) * 4) continue;
    const auto kernel = size.kernels[shape.cols % 4 == 0];
    kernel<<<blocks_for(shape.rows, 1), size.block_size, 0, stream>>>(x, weight, bias, y, shape.cols);
    return check(cudaGetLastError());
  }
  online(x, weight, bias, y, shape, stream);
}

}  // namespace

std::span<const Rung> ladder() {
  static constexpr Rung rungs[] = {
      {"three_passes", three_passes},
      {"online", online},
      {"in_registers", in_registers},
  };
  return rungs;
}

}  // namespace layer_norm
