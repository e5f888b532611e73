// Owners of streams, events, graphs and pinned memory. Each destroys its object and converts to the CUDA handle. They
// can be moved, not copied, and throw CudaError.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <limits>
#include <utility>

#include "common/check.h"

template <typename Handle, cudaError_t (*destroy)(Handle)>
class Owner {
 public:
  Owner(Owner&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Owner& operator=(Owner other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Owner() {
    if (handle_) destroy(handle_);  // a destructor must not throw; an earlier error has been reported already
  }
  operator Handle() const { return handle_; }

 protected:
  Owner() = default;
  Handle handle_ = nullptr;
};

// Work in order, concurrent with other streams. It does not wait for the default stream, nor that one for it.
class Stream : public Owner<cudaStream_t, cudaStreamDestroy> {
 public:
  Stream() { check(cudaStreamCreateWithFlags(&handle_, cudaStreamNonBlocking)); }
  // Blocks of its kernels are scheduled before those of ordinary streams that are waiting.
  static Stream urgent() {
    int least = 0, greatest = 0;
    check(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    return Stream(greatest);
  }
  void wait() const { check(cudaStreamSynchronize(handle_)); }  // the host waits

 private:
  explicit Stream(int priority) { check(cudaStreamCreateWithPriority(&handle_, cudaStreamNonBlocking, priority)); }
};

// A point in a stream for others to wait for. It records no time, which makes it cheap; GpuTimer has events that do.
class Event : public Owner<cudaEvent_t, cudaEventDestroy> {
 public:
  Event() { check(cudaEventCreateWithFlags(&handle_, cudaEventDisableTiming)); }
};

class Graph : public Owner<cudaGraph_t, cudaGraphDestroy> {
 public:
  Graph() { check(cudaGraphCreate(&handle_, 0)); }
  explicit Graph(cudaGraph_t graph) { handle_ = graph; }  // owns it from now on: the result of a capture
};

// A graph that is ready to run.
class GraphExec : public Owner<cudaGraphExec_t, cudaGraphExecDestroy> {
 public:
  explicit GraphExec(cudaGraph_t graph) { check(cudaGraphInstantiate(&handle_, graph)); }
};

// size() elements of host memory that the operating system cannot move, so that copies run beside other work.
// Uninitialised.
template <typename T>
class PinnedBuffer {
 public:
  explicit PinnedBuffer(std::size_t size) : size_(size) {
    if (size > std::numeric_limits<std::size_t>::max() / sizeof(T)) check(cudaErrorMemoryAllocation);
    if (size > 0) check(cudaMallocHost(&data_, size * sizeof(T)));
  }
  PinnedBuffer(PinnedBuffer&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  PinnedBuffer& operator=(PinnedBuffer other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~PinnedBuffer() { cudaFreeHost(data_); }

  T* data() { return data_; }
  const T* data() const { return data_; }
  std::size_t size() const { return size_; }
  T* begin() { return data_; }
  T* end() { return data_ + size_; }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};
