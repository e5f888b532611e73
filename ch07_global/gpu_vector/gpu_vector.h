// An array in device memory that frees itself: four stages of one class, each repairing what the one before gets wrong.
// The last is what common/device_buffer.h is; from here on the lessons use that.
#pragma once

#include <cstddef>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include "common/check.h"

namespace gpu_vector {

// cudaMalloc and cudaFree with a list of what is alive, so that a lost array is seen, and can be freed after all.
// allocate throws CudaError; release takes nullptr too.
void* allocate(std::size_t bytes);
void release(void* data) noexcept;
std::size_t bytes_alive();
void release_all();

// ---- Stage 1. Pointer and size in one place, and nothing more. Who calls free()? Everyone on every way out, or no
// one.
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

// ---- Stage 2. The object owns the array: its destructor frees it, on every way out, exceptions included. Two owners
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
  ~Owning() { release(data_); }  // must not throw: it may run while an exception is on its way

  T* data() { return data_; }
  const T* data() const { return data_; }  // a const vector gives out no way to change its elements
  std::size_t size() const { return size_; }

 private:
  std::size_t size_;
  T* data_;
};

// ---- Stage 3. Ownership can be handed over, so a function may return one and a std::vector may hold some. Whoever is
// moved from stays valid, and empty. noexcept, for otherwise a growing std::vector could not move it.
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
    if (this == &other) return *this;  // else it would free what it is about to take
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

// ---- Stage 4. Same, except that an exception in a constructor loses nothing, and no size wraps around. A destructor
// runs only for an object whose construction is complete; one constructor that calls another is complete after it.
template <typename T>
class Safe {
  static_assert(std::is_trivially_copyable_v<T>, "elements are copied as bytes");

 public:
  Safe() = default;
  explicit Safe(std::size_t size) : size_(size) {
    if (size > std::numeric_limits<std::size_t>::max() / sizeof(T)) check(cudaErrorMemoryAllocation);
    data_ = static_cast<T*>(allocate(size * sizeof(T)));
  }
  Safe(const T* host, std::size_t size) : Safe(size) {  // from here on the destructor is responsible
    check(cudaMemcpy(data_, host, size * sizeof(T), cudaMemcpyHostToDevice));
  }
  Safe(Safe&& other) noexcept : size_(std::exchange(other.size_, 0)), data_(std::exchange(other.data_, nullptr)) {}
  Safe& operator=(
      Safe other) noexcept {  // by value: the old array leaves with other, and self-assignment needs no case
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

// What can happen to a vector. Every stage is right as long as nothing fails.
struct Stage {
  const char* name;
  bool copyable, movable;
  // The elements of host times factor, by way of two vectors.
  std::vector<float> (*scaled)(const std::vector<float>& host, float factor);
  // The bytes that are lost where a kernel cannot be launched, and where a vector's constructor cannot copy.
  std::size_t (*lost_at_launch)(std::size_t n);
  std::size_t (*lost_at_construction)(std::size_t n);
};

template <template <typename> class Vector>
std::vector<float> scaled(const std::vector<float>& host, float factor);
template <template <typename> class Vector>
std::size_t lost_at_launch(std::size_t n);
template <template <typename> class Vector>
std::size_t lost_at_construction(std::size_t n);

template <template <typename> class Vector>
constexpr Stage stage(const char* name) {
  return {name,
          std::is_copy_constructible_v<Vector<float>>,
          std::is_nothrow_move_constructible_v<Vector<float>>,
          scaled<Vector>,
          lost_at_launch<Vector>,
          lost_at_construction<Vector>};
}

inline constexpr Stage ladder[] = {
    stage<Raw>("raw"),
    stage<Owning>("owning"),
    stage<Movable>("movable"),
    stage<Safe>("safe"),
};

}  // namespace gpu_vector
