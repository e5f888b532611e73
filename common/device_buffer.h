// DeviceBuffer: an array in device memory that frees itself. ch07_global/gpu_vector builds such a class step by step.
#pragma once

#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include "common/check.h"

// Owns size() elements in device memory: can be moved, not copied. Elements are uninitialised unless a host array is
// given. Transfers are cudaMemcpy's: they wait for the work in the default stream, but not for common/stream.h's
// streams (Stream::wait does). Throws CudaError, also if size * sizeof(T) overflows.
template <typename T>
class DeviceBuffer {
 public:
  DeviceBuffer() = default;
  explicit DeviceBuffer(std::size_t size) : size_(size) {
    if (size > std::numeric_limits<std::size_t>::max() / sizeof(T)) check(cudaErrorMemoryAllocation);
    if (size > 0) check(cudaMalloc(&data_, size * sizeof(T)));
  }
  explicit DeviceBuffer(const std::vector<T>& host) : DeviceBuffer(host.size()) { copy_from(host); }
  DeviceBuffer(DeviceBuffer&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  DeviceBuffer& operator=(DeviceBuffer other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~DeviceBuffer() { cudaFree(data_); }  // a destructor must not throw; an earlier error has been reported already

  T* data() { return data_; }
  const T* data() const { return data_; }
  std::size_t size() const { return size_; }
  std::size_t bytes() const { return size_ * sizeof(T); }

  // host must hold at most size() elements; they replace the first ones.
  void copy_from(const std::vector<T>& host) {
    if (host.size() > size_) check(cudaErrorInvalidValue);
    if (!host.empty()) check(cudaMemcpy(data_, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice));
  }
  // Every byte of the buffer becomes value.
  void fill_bytes(int value) {
    if (size_ > 0) check(cudaMemset(data_, value, bytes()));
  }
  std::vector<T> to_host() const { return to_host(size_); }
  // The first count elements, at most size().
  std::vector<T> to_host(std::size_t count) const {
    if (count > size_) check(cudaErrorInvalidValue);
    std::vector<T> host(count);
    if (count > 0) check(cudaMemcpy(host.data(), data_, count * sizeof(T), cudaMemcpyDeviceToHost));
    return host;
  }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};
