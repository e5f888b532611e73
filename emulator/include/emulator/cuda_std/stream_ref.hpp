// cuda::stream_ref: a stream that it does not own.
#pragma once
#include <cuda_runtime.h>

#include <stdexcept>

namespace cuda {

class cuda_error : public ::std::runtime_error {
 public:
  cuda_error(cudaError_t status, const char* what)
      : ::std::runtime_error(::std::string("cudaError ") + ::std::to_string(static_cast<int>(status)) + ": " + what +
                             " (" + cudaGetErrorString(status) + ")"),
        status_(status) {}
  cudaError_t status() const noexcept { return status_; }

 private:
  cudaError_t status_;
};

class stream_ref {
 public:
  using value_type = cudaStream_t;
  constexpr stream_ref() = default;
  constexpr stream_ref(cudaStream_t stream) : stream_(stream) {}
  stream_ref(int) = delete;
  constexpr cudaStream_t get() const { return stream_; }
  void wait() const { check(cudaStreamSynchronize(stream_), "Failed to synchronize stream."); }
  void sync() const { wait(); }
  bool ready() const {
    const cudaError_t status = cudaStreamQuery(stream_);
    if (status == cudaErrorNotReady) return false;
    check(status, "Failed to query stream.");
    return true;
  }
  bool is_done() const { return ready(); }
  int priority() const {
    int priority = 0;
    check(cudaStreamGetPriority(stream_, &priority), "Failed to get stream priority");
    return priority;
  }
  friend bool operator==(stream_ref a, stream_ref b) { return a.stream_ == b.stream_; }
  friend bool operator!=(stream_ref a, stream_ref b) { return a.stream_ != b.stream_; }

 private:
  static void check(cudaError_t status, const char* what) {
    if (status != cudaSuccess) throw cuda_error(status, what);
  }
  cudaStream_t stream_ = nullptr;
};

}  // namespace cuda
