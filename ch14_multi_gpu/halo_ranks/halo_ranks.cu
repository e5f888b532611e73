// The same steps as in halo_exchange, but a rank has no pointer into its neighbours' memory: rows go through host
// memory, by MPI. The host takes part in every step. Its work is hidden as long as it takes less time than a slab.
#include "ch14_multi_gpu/halo_ranks/halo_ranks.h"

#include <algorithm>

#include "ch14_multi_gpu/jacobi/jacobi.cuh"
#include "common/check.h"

namespace halo_ranks {
namespace {

// Rows of next and their places in out and in: the border row and the halo row on the neighbour's side.
struct Side {
  int neighbour;
  std::size_t border, halo, place;
};

std::vector<Side> sides(const Slab& slab) {
  std::vector<Side> all;
  if (slab.above() >= 0) all.push_back({slab.above(), 1, 0, 0});
  if (slab.below() >= 0) all.push_back({slab.below(), slab.own, slab.own + 1, 1});
  return all;
}

// Copies the new border rows to host memory when the stream has computed them.
void fetch_border(Slab& slab, cudaStream_t stream) {
  for (const Side& side : sides(slab))
    check(cudaMemcpyAsync(slab.out.data() + side.place * slab.pitch, slab.next.data() + side.border * slab.pitch,
                          slab.cols * sizeof(float), cudaMemcpyDeviceToHost, stream));
}

// Waits for them, exchanges them with the neighbours, and copies the received rows into the halo.
void exchange(Slab& slab, const Stream& stream) {
  stream.wait();
  std::vector<Exchange> rows;
  for (const Side& side : sides(slab))
    rows.push_back({side.neighbour, slab.out.data() + side.place * slab.pitch, slab.in.data() + side.place * slab.pitch,
                    static_cast<int>(slab.cols)});
  slab.ranks.exchange(rows);
  for (const Side& side : sides(slab))
    check(cudaMemcpyAsync(slab.next.data() + side.halo * slab.pitch, slab.in.data() + side.place * slab.pitch,
                          slab.cols * sizeof(float), cudaMemcpyHostToDevice, stream));
}

void compute(Slab& slab, std::size_t begin, std::size_t end, cudaStream_t stream) {
  jacobi::compute(slab.now.data(), slab.next.data(), slab.pitch, slab.cols, begin, end, stream);
}

// ---- Rung 1. The slab, then its rows: the GPU is idle during the exchange.
void exchange_after(Slab& slab, int steps) {
  for (int step = 0; step < steps; ++step) {
    compute(slab, 1, slab.own + 1, slab.inner);
    fetch_border(slab, slab.inner);
    exchange(slab, slab.inner);
    std::swap(slab.now, slab.next);
  }
}

// ---- Rung 2. Same as rung 1, except that the border rows have a separate stream and go first: while they are
// computed, copied, exchanged and copied back, the rows between them are computed. Each stream needs the other's rows
// of the last step.
void overlapped(Slab& slab, int steps) {
  for (int step = 0; step < steps; ++step) {
    const int last = (step + 1) % 2;
    if (step > 0) check(cudaStreamWaitEvent(slab.edge, slab.inner_done[last], 0));
    jacobi::compute_border(slab.now.data(), slab.next.data(), slab.pitch, slab.cols, slab.own, slab.edge);
    check(cudaEventRecord(slab.edge_done[step % 2], slab.edge));
    fetch_border(slab, slab.edge);

    if (step > 0) check(cudaStreamWaitEvent(slab.inner, slab.edge_done[last], 0));
    compute(slab, 2, slab.own, slab.inner);
    check(cudaEventRecord(slab.inner_done[step % 2], slab.inner));
    exchange(slab, slab.edge);
    std::swap(slab.now, slab.next);
  }
}

}  // namespace

std::span<const Rung> ladder() {
  static constexpr Rung rungs[] = {
      {"exchange_after", exchange_after},  // compute the slab, then exchange its border rows through host memory
      {"overlapped", overlapped},          // the border rows first: they are exchanged while the rest is computed
  };
  return rungs;
}

}  // namespace halo_ranks
