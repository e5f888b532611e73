// A graph that kernels may launch.
#pragma once

#include <cuda_runtime.h>

#include "common/check.h"
#include "common/owners.h"

// Owns an instance of the graph that add enqueues in its stream. A kernel may launch it once it is uploaded, and not
// again before it has ended. Throws CudaError.
class DeviceGraph : public Owner<cudaGraphExec_t, cudaGraphExecDestroy> {
 public:
  template <typename Add>
  explicit DeviceGraph(const Add& add) {
    check(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeThreadLocal));
    add(stream_);
    cudaGraph_t captured = nullptr;
    check(cudaStreamEndCapture(stream_, &captured));
    const Graph graph(captured);
    check(cudaGraphInstantiate(&handle_, graph, cudaGraphInstantiateFlagDeviceLaunch));
  }
  // Copies it to the device, and waits.
  void upload() const {
    check(cudaGraphUpload(handle_, stream_));
    stream_.wait();
  }

 private:
  Stream stream_;
};
