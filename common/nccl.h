// NCCL: check(status) for its calls, and an owner of communicators.
#pragma once

#include <nccl.h>

#include <source_location>
#include <vector>

#include "common/library_error.h"

inline void check(ncclResult_t status, std::source_location where = std::source_location::current()) {
  if (status == ncclSuccess) return;
  throw LibraryError(status, ncclGetErrorString(status), ncclGetLastError(nullptr), where);
}

// A communicator for each of the first `devices` devices, all in this process. Creating them takes a second or more.
class NcclCommunicators {
 public:
  explicit NcclCommunicators(int devices) : all_(devices) { check(ncclCommInitAll(all_.data(), devices, nullptr)); }
  ~NcclCommunicators() {
    for (const ncclComm_t communicator : all_) ncclCommDestroy(communicator);
  }
  NcclCommunicators(const NcclCommunicators&) = delete;
  NcclCommunicators& operator=(const NcclCommunicators&) = delete;

  ncclComm_t operator[](int device) const { return all_[device]; }

 private:
  std::vector<ncclComm_t> all_;
};

// NCCL's calls of one thread for several devices belong together: none of them may wait for the next one.
class NcclGroup {
 public:
  NcclGroup() { check(ncclGroupStart()); }
  void end() {
    ended_ = true;
    check(ncclGroupEnd());
  }
  ~NcclGroup() {
    if (!ended_) ncclGroupEnd();  // an exception is already being thrown
  }
  NcclGroup(const NcclGroup&) = delete;
  NcclGroup& operator=(const NcclGroup&) = delete;

 private:
  bool ended_ = false;
};
