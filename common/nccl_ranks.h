// NCCL between processes: rank 0 makes an identity, MPI takes it to all others, and from then on the GPUs' streams do
// what MPI and the host did.
#pragma once

#include <memory>

#include "common/nccl.h"
#include "common/ranks.h"

class RankCommunicator {
 public:
  explicit RankCommunicator(const Ranks& ranks) {
    ncclUniqueId id;
    if (ranks.rank == 0) check(ncclGetUniqueId(&id));
    ranks.broadcast(&id, sizeof id);
    check(ncclCommInitRank(&handle_, ranks.count, id, ranks.rank));
  }
  ~RankCommunicator() { ncclCommDestroy(handle_); }
  RankCommunicator(const RankCommunicator&) = delete;
  RankCommunicator& operator=(const RankCommunicator&) = delete;
  operator ncclComm_t() const { return handle_; }

 private:
  ncclComm_t handle_ = nullptr;
};

// This rank's part of a communicator of all ranks, on the device that was the current one when it was first asked for:
// making it takes a second or more, so the ranks keep it. All ranks must ask for it. Throws LibraryError.
inline ncclComm_t communicator_of(const Ranks& ranks) {
  if (!ranks.library) ranks.library = std::make_shared<RankCommunicator>(ranks);
  return *static_cast<RankCommunicator*>(ranks.library.get());
}
