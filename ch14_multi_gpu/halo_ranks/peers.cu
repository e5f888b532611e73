// NCCL between processes: rank 0 makes an identity, MPI takes it to all others, and from then on the GPUs' streams do
// what MPI and the host did. Within a machine rows go over NVLink, between machines over the network.
#include <algorithm>
#include <memory>

#include "ch14_multi_gpu/halo_ranks/halo_ranks.h"
#include "common/jacobi/jacobi.cuh"
#include "common/nccl.h"

namespace halo_ranks {
namespace {

class Communicator {
 public:
  explicit Communicator(const Ranks& ranks) {
    ncclUniqueId id;
    if (ranks.rank == 0) check(ncclGetUniqueId(&id));
    ranks.broadcast(&id, sizeof id);
    check(ncclCommInitRank(&handle_, ranks.count, id, ranks.rank));
  }
  ~Communicator() { ncclCommDestroy(handle_); }
  Communicator(const Communicator&) = delete;
  Communicator& operator=(const Communicator&) = delete;
  operator ncclComm_t() const { return handle_; }

 private:
  ncclComm_t handle_ = nullptr;
};

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
  std::shared_ptr<void>& library = slab.ranks.library;
  if (!library) library = std::make_shared<Communicator>(slab.ranks);
  const ncclComm_t communicator = *static_cast<Communicator*>(library.get());
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
