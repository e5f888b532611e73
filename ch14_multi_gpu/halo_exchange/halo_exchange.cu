// A step of a slab needs one row of each neighbour. The row has n points and the slab n^2 / devices: the larger the
// plate, the less must be sent per point. The rest can be hidden: while the border rows are being copied, the rows
// between them are computed.
#include "ch14_multi_gpu/halo_exchange/halo_exchange.h"

#include <algorithm>
#include <cuda/atomic>

#include "ch14_multi_gpu/jacobi/jacobi.cuh"
#include "common/check.h"

namespace halo_exchange {
namespace {

using namespace jacobi;

// Rows begin to end - 1 of the slab.
void compute(const Plate& plate, Slab& slab, std::size_t begin, std::size_t end, cudaStream_t stream) {
  jacobi::compute(slab.now.data(), slab.next.data(), plate.pitch, plate.cols, begin, end, stream);
}

// Its first row and its last one, which may be the same.
void compute_border(const Plate& plate, Slab& slab, cudaStream_t stream) {
  jacobi::compute_border(slab.now.data(), slab.next.data(), plate.pitch, plate.cols, slab.rows, stream);
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

// The stream waits until the neighbours' last border rows have arrived.
void await_halo(const Plate& plate, std::size_t s, int step, cudaStream_t stream) {
  if (step == 0) return;  // the plate is idle
  const int last = (step - 1) % 2;
  if (s > 0) check(cudaStreamWaitEvent(stream, plate.slabs[s - 1].sent[last], 0));
  if (s + 1 < plate.slabs.size()) check(cudaStreamWaitEvent(stream, plate.slabs[s + 1].sent[last], 0));
}

void swap_arrays(Plate& plate) {
  for (Slab& slab : plate.slabs) std::swap(slab.now, slab.next);
}

// ---- Rung 1. One stream per GPU: the slab, then the copies. A neighbour that waits for them waits for the slab too,
// and no GPU computes during the copies.
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

// ---- Rung 2. Same as rung 1, except that the border rows have a separate stream and go first: they are computed and
// sent while the rows between them are computed. Each stream needs the other's rows of the last step.
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

// ---- Rung 3. Same as rung 2, except that there are no copies and no events: the blocks of the border rows also store
// their results in the neighbour's halo, and then set a word in its memory. Each step is one kernel. Its first blocks
// wait for the word of the last step, which has long been set if the neighbour is not late. The word also shows that
// the neighbour has read its halo, which may be written now.
using Word = cuda::atomic_ref<unsigned, cuda::thread_scope_system>;

__global__ void signalled_kernel(const float* now, float* next, std::size_t pitch, std::size_t cols, std::size_t rows,
                                 Border above, Border below, unsigned step) {
  const std::size_t thread = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (blockIdx.y > 1) {  // the inner rows
    step_rows<rows_of_thread>(now, next, pitch, cols, 2 + (blockIdx.y - 2) * rows_of_thread, rows, thread, nullptr);
    return;
  }
  const Border border = blockIdx.y == 0 ? above : below;
  const bool neighbour = border.halo;
  if (neighbour && threadIdx.x == 0)
    while (static_cast<int>(Word(border.own[blockIdx.x]).load(cuda::memory_order_acquire) - step) < 0) continue;
  __syncthreads();
  const std::size_t row = blockIdx.y == 0 ? 1 : rows;
  step_rows<1>(now, next, pitch, cols, row, row + 1, thread, border.halo);
  __syncthreads();
  if (neighbour && threadIdx.x == 0) Word(border.neighbours[blockIdx.x]).store(step + 1, cuda::memory_order_release);
}

void signalled(Plate& plate, int steps) {
  for (int step = 0; step < steps; ++step) {
    for (std::size_t s = 0; s < plate.slabs.size(); ++s) {
      Slab& slab = plate.slabs[s];
      const CurrentDevice current(slab.device);
      const dim3 blocks(blocks_for(plate.pitch / columns, block_size),
                        slab.rows > 2 ? 2 + blocks_for(slab.rows - 2, rows_of_thread) : static_cast<int>(slab.rows));
      signalled_kernel<<<blocks, block_size, 0, slab.inner>>>(slab.now.data(), slab.next.data(), plate.pitch,
                                                              plate.cols, slab.rows, plate.above(s), plate.below(s),
                                                              plate.signalled_steps);
      check(cudaGetLastError());
    }
    swap_arrays(plate);
    ++plate.signalled_steps;
  }
}

}  // namespace

std::span<const Rung> ladder() {
  static constexpr Rung rungs[] = {
      {"exchange_after", exchange_after},  // compute the slab, then exchange its border rows
      {"overlapped", overlapped},          // the border rows first: they are sent while the rest is computed
      {"signalled", signalled, true},      // one kernel per step: it stores border rows in the neighbours' memory
  };
  return rungs;
}

}  // namespace halo_exchange
