// Owners of what CUDA hands out: memory of the device, pinned and managed memory, streams, events and graphs. Each
// gives back what it holds when its lifetime ends. They can be moved, not copied, and throw CudaError.
// ch07_global/gpu_vector builds such a class step by step.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include "common/check.h"

// ---- Memory.

// What the three kinds share: size() elements that are uninitialised unless a constructor says otherwise.
template <typename T, cudaError_t (*release)(void*)>
class OwnedMemory {
 public:
  OwnedMemory(OwnedMemory&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  OwnedMemory& operator=(OwnedMemory other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~OwnedMemory() { release(data_); }  // a destructor must not throw; an earlier error has been reported already

  T* data() { return data_; }
  const T* data() const { return data_; }
  std::size_t size() const { return size_; }
  std::size_t bytes() const { return size_ * sizeof(T); }

 protected:
  OwnedMemory() = default;
  explicit OwnedMemory(std::size_t size) : size_(size) {
    if (size > std::numeric_limits<std::size_t>::max() / sizeof(T)) check(cudaErrorMemoryAllocation);
  }

  T* data_ = nullptr;
  std::size_t size_ = 0;
};

// Device memory. Transfers are cudaMemcpy's: they wait for the work in the default stream, but not for that in a Stream
// (Stream::wait does).
template <typename T>
class DeviceBuffer : public OwnedMemory<T, cudaFree> {
  using OwnedMemory<T, cudaFree>::data_, OwnedMemory<T, cudaFree>::size_;

 public:
  DeviceBuffer() = default;
  explicit DeviceBuffer(std::size_t size);
  explicit DeviceBuffer(const std::vector<T>& host);

  // host must hold at most size() elements; they replace the first ones.
  void copy_from(const std::vector<T>& host);
  // Every byte of the buffer becomes value.
  void fill_bytes(int value);
  std::vector<T> to_host() const;
  // The first count elements, at most size().
  std::vector<T> to_host(std::size_t count) const;
};

// Functions that are defined inside a class are inline, and those are instantiated in each source that calls them, even
// where another one has them (instances.h).
template <typename T>
DeviceBuffer<T>::DeviceBuffer(std::size_t size) : OwnedMemory<T, cudaFree>(size) {
  if (size > 0) check(cudaMalloc(&data_, this->bytes()));
}
template <typename T>
DeviceBuffer<T>::DeviceBuffer(const std::vector<T>& host) : DeviceBuffer(host.size()) {
  copy_from(host);
}
template <typename T>
void DeviceBuffer<T>::copy_from(const std::vector<T>& host) {
  if (host.size() > size_) check(cudaErrorInvalidValue);
  if (!host.empty()) check(cudaMemcpy(data_, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice));
}
template <typename T>
void DeviceBuffer<T>::fill_bytes(int value) {
  if (size_ > 0) check(cudaMemset(data_, value, this->bytes()));
}
template <typename T>
std::vector<T> DeviceBuffer<T>::to_host() const {
  return to_host(size_);
}
template <typename T>
std::vector<T> DeviceBuffer<T>::to_host(std::size_t count) const {
  if (count > size_) check(cudaErrorInvalidValue);
  std::vector<T> host(count);
  if (count > 0) check(cudaMemcpy(host.data(), data_, count * sizeof(T), cudaMemcpyDeviceToHost));
  return host;
}

// Host memory that the operating system cannot move, so that copies run beside other work.
template <typename T>
class PinnedBuffer : public OwnedMemory<T, cudaFreeHost> {
  using OwnedMemory<T, cudaFreeHost>::data_, OwnedMemory<T, cudaFreeHost>::size_;

 public:
  explicit PinnedBuffer(std::size_t size) : OwnedMemory<T, cudaFreeHost>(size) {
    if (size > 0) check(cudaMallocHost(&data_, this->bytes()));
  }
  T* begin() { return data_; }
  T* end() { return data_ + size_; }
};

// ---- Managed memory: one address for host and device, and hints about where its pages should be.
//
// CUDA 13 identifies a location by a struct, CUDA 12 by a device number, and the functions have the same names. Only
// this file depends on that.

// A location of pages: on_device(0), or on_host.
struct Location {
  int device;  // cudaCpuDeviceId for the host
};
inline constexpr Location on_host{cudaCpuDeviceId};
inline Location on_device(int device) {
  return {device};
}

#if CUDART_VERSION >= 13000
namespace managed_detail {
inline cudaMemLocation location(Location place) {
  cudaMemLocation location{};
  location.type = place.device == cudaCpuDeviceId ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice;
  location.id = place.device == cudaCpuDeviceId ? 0 : place.device;
  return location;
}
}  // namespace managed_detail

inline cudaError_t mem_prefetch(const void* data, std::size_t bytes, Location to, cudaStream_t stream) {
  return cudaMemPrefetchAsync(data, bytes, managed_detail::location(to), 0, stream);
}
inline cudaError_t mem_advise(const void* data, std::size_t bytes, cudaMemoryAdvise advice, Location place) {
  return cudaMemAdvise(data, bytes, advice, managed_detail::location(place));
}
#else
inline cudaError_t mem_prefetch(const void* data, std::size_t bytes, Location to, cudaStream_t stream) {
  return cudaMemPrefetchAsync(data, bytes, to.device, stream);
}
inline cudaError_t mem_advise(const void* data, std::size_t bytes, cudaMemoryAdvise advice, Location place) {
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

// Host and device access it by the same address; the host after a synchronisation.
template <typename T>
class ManagedBuffer : public OwnedMemory<T, cudaFree> {
  using OwnedMemory<T, cudaFree>::data_, OwnedMemory<T, cudaFree>::size_;

 public:
  ManagedBuffer() = default;
  explicit ManagedBuffer(std::size_t size) : OwnedMemory<T, cudaFree>(size) {
    if (size > 0) check(cudaMallocManaged(&data_, this->bytes()));
  }
  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }

  // Moves the pages before their use, in stream order.
  void prefetch(Location to, cudaStream_t stream = nullptr) const {
    if (size_ > 0) check(mem_prefetch(data_, this->bytes(), to, stream));
  }
  void advise(cudaMemoryAdvise advice, Location place) const {
    if (size_ > 0) check(mem_advise(data_, this->bytes(), advice, place));
  }
};

// ---- Streams, events, graphs: each converts to its handle.

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
