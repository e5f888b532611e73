// Managed memory: an array with one address for host and device, and hints about where its pages should be.
//
// CUDA 13 identifies a location by a struct, CUDA 12 by a device number, and the functions have the same names. This is
// the only file that depends on that.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <limits>
#include <utility>

#include "common/check.h"

// A location of pages: on_device(0), or on_host.
struct Place {
  int device;  // cudaCpuDeviceId for the host
};
inline constexpr Place on_host{cudaCpuDeviceId};
inline Place on_device(int device) {
  return {device};
}

#if CUDART_VERSION >= 13000
namespace managed_detail {
inline cudaMemLocation location(Place place) {
  cudaMemLocation location{};
  location.type = place.device == cudaCpuDeviceId ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice;
  location.id = place.device == cudaCpuDeviceId ? 0 : place.device;
  return location;
}
}  // namespace managed_detail

inline cudaError_t mem_prefetch(const void* data, std::size_t bytes, Place to, cudaStream_t stream) {
  return cudaMemPrefetchAsync(data, bytes, managed_detail::location(to), 0, stream);
}
inline cudaError_t mem_advise(const void* data, std::size_t bytes, cudaMemoryAdvise advice, Place place) {
  return cudaMemAdvise(data, bytes, advice, managed_detail::location(place));
}
#else
inline cudaError_t mem_prefetch(const void* data, std::size_t bytes, Place to, cudaStream_t stream) {
  return cudaMemPrefetchAsync(data, bytes, to.device, stream);
}
inline cudaError_t mem_advise(const void* data, std::size_t bytes, cudaMemoryAdvise advice, Place place) {
  return cudaMemAdvise(data, bytes, advice, place.device);
}
#endif

// May host and device use managed memory at the same time, page by page? Otherwise (Windows, some virtual machines) it
// moves as a whole at each launch, there are no hints, and the host must not access it while a kernel runs.
inline bool pages_move_alone(int device = 0) {
  int concurrent = 0;
  check(cudaDeviceGetAttribute(&concurrent, cudaDevAttrConcurrentManagedAccess, device));
  return concurrent != 0;
}

// Owns size() elements that host and device access by the same address: can be moved, not copied. The host may access
// them after a synchronisation. Uninitialised. Throws CudaError.
template <typename T>
class ManagedBuffer {
 public:
  ManagedBuffer() = default;
  explicit ManagedBuffer(std::size_t size) : size_(size) {
    if (size > std::numeric_limits<std::size_t>::max() / sizeof(T)) check(cudaErrorMemoryAllocation);
    if (size > 0) check(cudaMallocManaged(&data_, size * sizeof(T)));
  }
  ManagedBuffer(ManagedBuffer&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  ManagedBuffer& operator=(ManagedBuffer other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~ManagedBuffer() { cudaFree(data_); }  // a destructor must not throw; an earlier error has been reported already

  T* data() { return data_; }
  const T* data() const { return data_; }
  std::size_t size() const { return size_; }
  std::size_t bytes() const { return size_ * sizeof(T); }
  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }

  // Moves the pages before their use, in stream order.
  void prefetch(Place to, cudaStream_t stream = nullptr) const {
    if (size_ > 0) check(mem_prefetch(data_, bytes(), to, stream));
  }
  void advise(cudaMemoryAdvise advice, Place place) const {
    if (size_ > 0) check(mem_advise(data_, bytes(), advice, place));
  }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};
