// A step of a slab needs one row of each neighbour. The row has n points and the slab n^2 / devices: the larger the
// plate, the less there is to send for each point. What is left can be hidden: while the border rows travel, the rows
// between them are computed.
#include "ch14_multi_gpu/halo_exchange/halo_exchange.h"

#include <algorithm>

#include "common/check.h"
#include "common/launch.h"

namespace halo_exchange {

constexpr int block_size = 256;
constexpr int columns = 4;         // of a thread: one 16-byte load
constexpr int rows_of_thread = 8;  // each row is loaded for three rows of results, from memory about once
constexpr unsigned whole_warp = ~0u;

// Group g of rows begins at begin + g * stride, and none reaches end; a block takes 1024 columns of one group.
template <int group>
__global__ void jacobi_kernel(const float* __restrict__ now, float* __restrict__ next, std::size_t pitch,
                              std::size_t cols, std::size_t begin, std::size_t stride, std::size_t end) {
  const std::size_t col = (std::size_t{blockIdx.x} * block_size + threadIdx.x) * columns;
  if (col >= pitch) return;  // a whole warp: pitch is a multiple of its columns
  const std::size_t first = begin + blockIdx.y * stride;
  const int lane = threadIdx.x % 32;

  // All loads first, so that all are under way at once. Beyond the last row the same one is loaded again.
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
    // The rim keeps its values, and what lies behind the last column too.
    if (col == 0) mean.x = here.x;
    if (col + 1 >= cols - 1) mean.y = here.y;
    if (col + 2 >= cols - 1) mean.z = here.z;
    if (col + 3 >= cols - 1) mean.w = here.w;
    if (col >= cols - 1) mean.x = here.x;
    if (first + k < end) *reinterpret_cast<float4*>(next + (first + k) * pitch + col) = mean;
  }
}

// Rows begin to end - 1 of the slab.
void compute(const Plate& plate, Slab& slab, std::size_t begin, std::size_t end, cudaStream_t stream) {
  if (begin >= end) return;
  const dim3 blocks(blocks_for(plate.pitch / columns, block_size), blocks_for(end - begin, rows_of_thread));
  jacobi_kernel<rows_of_thread><<<blocks, block_size, 0, stream>>>(slab.now.data(), slab.next.data(), plate.pitch,
                                                                   plate.cols, begin, rows_of_thread, end);
  check(cudaGetLastError());
}

// Its first row and its last one, which may be the same.
void compute_border(const Plate& plate, Slab& slab, cudaStream_t stream) {
  const dim3 blocks(blocks_for(plate.pitch / columns, block_size), slab.rows > 1 ? 2 : 1);
  jacobi_kernel<1><<<blocks, block_size, 0, stream>>>(slab.now.data(), slab.next.data(), plate.pitch, plate.cols, 1,
                                                      slab.rows - 1, slab.rows + 1);
  check(cudaGetLastError());
}

// The new border rows go into the neighbours' halos.
void send(Plate& plate, std::size_t s, cudaStream_t stream) {
  Slab& slab = plate.slabs[s];
  const std::size_t bytes = plate.pitch * sizeof(float);
  if (s > 0) {
    Slab& above = plate.slabs[s - 1];
    check(cudaMemcpyPeerAsync(above.next.data() + (above.rows + 1) * plate.pitch, above.device,
                              slab.next.data() + plate.pitch, slab.device, bytes, stream));
  }
  if (s + 1 < plate.slabs.size()) {
    Slab& below = plate.slabs[s + 1];
    check(cudaMemcpyPeerAsync(below.next.data(), below.device, slab.next.data() + slab.rows * plate.pitch, slab.device,
                              bytes, stream));
  }
}

// The stream waits until the neighbours' last border rows are here.
void await_halo(const Plate& plate, std::size_t s, int step, cudaStream_t stream) {
  if (step == 0) return;  // the plate was at rest
  const int last = (step - 1) % 2;
  if (s > 0) check(cudaStreamWaitEvent(stream, plate.slabs[s - 1].sent[last], 0));
  if (s + 1 < plate.slabs.size()) check(cudaStreamWaitEvent(stream, plate.slabs[s + 1].sent[last], 0));
}

void swap_arrays(Plate& plate) {
  for (Slab& slab : plate.slabs) std::swap(slab.now, slab.next);
}

// ---- Rung 1. One stream a GPU: the slab, then the copies. A neighbour that waits for them waits for the slab too, and
// while they travel nobody computes.
void exchange_after(Plate& plate, int steps) {
  for (int step = 0; step < steps; ++step) {
    for (std::size_t s = 0; s < plate.slabs.size(); ++s) {
      Slab& slab = plate.slabs[s];
      const CurrentDevice current(slab.device);
      await_halo(plate, s, step, slab.inner);
      compute(plate, slab, 1, slab.rows + 1, slab.inner);
      send(plate, s, slab.inner);
      check(cudaEventRecord(slab.sent[step % 2], slab.inner));
    }
    swap_arrays(plate);
  }
}

// ---- Rung 2. Same as rung 1, except that the border rows have a stream of their own, which goes first: they are
// computed and sent while the rows between them are computed. Each stream needs the other's rows of the last step.
void overlapped(Plate& plate, int steps) {
  for (int step = 0; step < steps; ++step) {
    const int last = (step + 1) % 2;
    for (std::size_t s = 0; s < plate.slabs.size(); ++s) {
      Slab& slab = plate.slabs[s];
      const CurrentDevice current(slab.device);
      await_halo(plate, s, step, slab.edge);
      if (step > 0) check(cudaStreamWaitEvent(slab.edge, slab.inner_done[last], 0));
      compute_border(plate, slab, slab.edge);
      check(cudaEventRecord(slab.edge_done[step % 2], slab.edge));
      send(plate, s, slab.edge);
      check(cudaEventRecord(slab.sent[step % 2], slab.edge));

      if (step > 0) check(cudaStreamWaitEvent(slab.inner, slab.edge_done[last], 0));
      compute(plate, slab, 2, slab.rows, slab.inner);
      check(cudaEventRecord(slab.inner_done[step % 2], slab.inner));
    }
    swap_arrays(plate);
  }
}

}  // namespace halo_exchange
