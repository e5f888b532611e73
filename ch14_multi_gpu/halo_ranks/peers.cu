// NCCL between processes: rank 0 makes an identity, MPI takes it to all others (common/nccl_ranks.h), and from then on
// the GPUs' streams do what MPI and the host did. Within a machine rows go over NVLink, between machines over the
// network.
#include <algorithm>

#include "ch14_multi_gpu/halo_ranks/halo_ranks.h"
#include "ch14_multi_gpu/jacobi/jacobi.cuh"
#include "common/nccl_ranks.h"

namespace halo_ranks {
namespace {

void exchange(Slab& slab, ncclComm_t communicator) {
  float *top = slab.next.data(), *bottom = top + slab.own * slab.pitch;
  NcclGroup group;
  if (slab.above() >= 0) {
    check(ncclSend(top + slab.pitch, slab.cols, ncclFloat, slab.above(), communicator, slab.edge));
    check(ncclRecv(top, slab.cols, ncclFloat, slab.above(), communicator, slab.edge));
  }
  if (slab.below() >= 0) {
    check(ncclSend(bottom, slab.cols, ncclFloat, slab.below(), communicator, slab.edge));
    check(ncclRecv(bottom + slab.pitch, slab.cols, ncclFloat, slab.below(), communicator, slab.edge));
  }
  group.end();
}

// ---- Rung 3. Same as rung 2, except that NCCL exchanges the rows, in the stream: the host only enqueues.
void nccl(Slab& slab, int steps) {
  const ncclComm_t communicator = communicator_of(slab.ranks);
  for (int step = 0; step < steps; ++step) {
    const int last = (step + 1) % 2;
    if (step > 0) check(cudaStreamWaitEvent(slab.edge, slab.inner_done[last], 0));
    jacobi::compute_border(slab.now.data(), slab.next.data(), slab.pitch, slab.cols, slab.own, slab.edge);
    check(cudaEventRecord(slab.edge_done[step % 2], slab.edge));
    exchange(slab, communicator);

    if (step > 0) check(cudaStreamWaitEvent(slab.inner, slab.edge_done[last], 0));
    jacobi::compute(slab.now.data(), slab.next.data(), slab.pitch, slab.cols, 2, slab.own, slab.inner);
    check(cudaEventRecord(slab.inner_done[step % 2], slab.inner));
    std::swap(slab.now, slab.next);
  }
}

[[maybe_unused]] const bool registered = (peers().push_back({"nccl", nccl}), true);

}  // namespace
}  // namespace halo_ranks
