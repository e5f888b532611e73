// An array in device memory that frees itself: four stages of one class, each correcting an error of the stage before.
// The last one is DeviceBuffer of common/owners.h, which the lessons use from here on.
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "common/check.h"

namespace gpu_vector {

// cudaMalloc and cudaFree with a list of live allocations, so that a leaked array is detected and can still be freed.
// allocate throws CudaError; release accepts nullptr.
void* allocate(std::size_t bytes);
void release(void* data) noexcept;
std::size_t bytes_alive();
void release_all();

// ---- Stage 1. Only a pointer and a size. Who calls free()? The caller, on every path out of its
// function.
template <typename T>
class Raw {
 public:
  explicit Raw(std::size_t size) : size_(size), data_(static_cast<T*>(allocate(size * sizeof(T)))) {}
  Raw(const T* host, std::size_t size) : Raw(size) {
    check(cudaMemcpy(data_, host, size * sizeof(T), cudaMemcpyHostToDevice));
  }
  void free() { release(data_); }

  T* data() const { return data_; }
  std::size_t size() const { return size_; }

 private:
  std::size_t size_;
  T* data_;
};

// ---- Stage 2. The object owns the array: its destructor frees it on every path out, including exceptions. Two owners
// would free it twice, so it must not be copied.
template <typename T>
class Owning {
 public:
  explicit Owning(std::size_t size) : size_(size), data_(static_cast<T*>(allocate(size * sizeof(T)))) {}
  Owning(const T* host, std::size_t size) : size_(size), data_(static_cast<T*>(allocate(size * sizeof(T)))) {
    check(cudaMemcpy(data_, host, size * sizeof(T), cudaMemcpyHostToDevice));
  }
  Owning(const Owning&) = delete;
  Owning& operator=(const Owning&) = delete;
  ~Owning() { release(data_); }  // must not throw: it may run during stack unwinding

  T* data() { return data_; }
  const T* data() const { return data_; }  // a const vector gives only const access
  std::size_t size() const { return size_; }

 private:
  std::size_t size_;
  T* data_;
};

// ---- Stage 3. Ownership can be moved, so a function may return a vector and a std::vector may hold several. A
// moved-from object is valid and empty. noexcept, because otherwise a growing std::vector could not move it.
template <typename T>
class Movable {
 public:
  explicit Movable(std::size_t size) : size_(size), data_(static_cast<T*>(allocate(size * sizeof(T)))) {}
  Movable(const T* host, std::size_t size) : size_(size), data_(static_cast<T*>(allocate(size * sizeof(T)))) {
    check(cudaMemcpy(data_, host, size * sizeof(T), cudaMemcpyHostToDevice));
  }
  Movable(Movable&& other) noexcept
      : size_(std::exchange(other.size_, 0)), data_(std::exchange(other.data_, nullptr)) {}
  Movable& operator=(Movable&& other) noexcept {
    if (this == &other) return *this;  // otherwise it would free what it is about to take
    release(data_);
    size_ = std::exchange(other.size_, 0);
    data_ = std::exchange(other.data_, nullptr);
    return *this;
  }
  ~Movable() { release(data_); }

  T* data() { return data_; }
  const T* data() const { return data_; }
  std::size_t size() const { return size_; }

 private:
  std::size_t size_;
  T* data_;
};

// ---- Stage 4. Same, except that an exception in a constructor leaks nothing, and no size overflows. A destructor runs
// only for an object that is completely constructed; after a delegated constructor has returned, it is.
template <typename T>
class Safe {
  static_assert(std::is_trivially_copyable_v<T>, "elements are copied as bytes");

 public:
  Safe() = default;
  explicit Safe(std::size_t size) : size_(size) {
    if (size > std::numeric_limits<std::size_t>::max() / sizeof(T)) check(cudaErrorMemoryAllocation);
    data_ = static_cast<T*>(allocate(size * sizeof(T)));
  }
  Safe(const T* host, std::size_t size) : Safe(size) {  // from here on the destructor frees it
    check(cudaMemcpy(data_, host, size * sizeof(T), cudaMemcpyHostToDevice));
  }
  Safe(Safe&& other) noexcept : size_(std::exchange(other.size_, 0)), data_(std::exchange(other.data_, nullptr)) {}
  Safe& operator=(Safe other) noexcept {  // by value: other frees the old array, and self-assignment is safe
    std::swap(size_, other.size_);
    std::swap(data_, other.data_);
    return *this;
  }
  ~Safe() { release(data_); }

  T* data() { return data_; }
  const T* data() const { return data_; }
  std::size_t size() const { return size_; }

 private:
  std::size_t size_ = 0;
  T* data_ = nullptr;
};

// Results for a vector. Every stage is right if nothing fails.
struct Stage {
  const char* name;
  bool copyable, movable;
  // The elements of host times factor, using two vectors.
  std::vector<float> (*scaled)(const std::vector<float>& host, float factor);
  // The bytes leaked if a kernel cannot be launched, and if a vector's constructor cannot copy.
  std::size_t (*lost_at_launch)(std::size_t n);
  std::size_t (*lost_at_construction)(std::size_t n);
};

// The stages of the class, from the rawest on.
std::span<const Stage> ladder();

}  // namespace gpu_vector
