// CUB's functions and iterators for a single thread: loads and stores with a cache hint, small reductions and scans.
#pragma once
#include "emulator/cub/common.hpp"

namespace cub {

enum CacheLoadModifier { LOAD_DEFAULT, LOAD_CA, LOAD_CG, LOAD_CS, LOAD_CV, LOAD_LDG, LOAD_VOLATILE };
enum CacheStoreModifier { STORE_DEFAULT, STORE_WB, STORE_CG, STORE_CS, STORE_WT, STORE_VOLATILE };

// There is one kind of memory here, so the hints change nothing.
template <CacheLoadModifier = LOAD_DEFAULT, class It>
CUDA_EMULATOR_INLINE emulated::ValueOf<It> ThreadLoad(It from) {
  return *from;
}
template <CacheStoreModifier = STORE_DEFAULT, class It, class T>
CUDA_EMULATOR_INLINE void ThreadStore(It to, T value) {
  *to = value;
}

template <class Array, class Op>
CUDA_EMULATOR_INLINE auto ThreadReduce(const Array& items, Op op) {
  std::decay_t<decltype(items[0])> sum = items[0];
  for (std::size_t i = 1; i < std::size(items); ++i) sum = op(sum, items[i]);
  return sum;
}
template <class Array, class Op, class T>
CUDA_EMULATOR_INLINE T ThreadReduce(const Array& items, Op op, T sum) {
  for (const auto& item : items) sum = op(sum, item);
  return sum;
}

// The first place in a sorted range whose value is not less, or greater, than the value.
template <class It, class N, class T>
CUDA_EMULATOR_INLINE N LowerBound(It in, N n, T value) {
  return static_cast<N>(thrust::emulated::lower_bound_impl()(in, in + n, value) - in);
}
template <class It, class N, class T>
CUDA_EMULATOR_INLINE N UpperBound(It in, N n, T value) {
  return static_cast<N>(thrust::emulated::upper_bound_impl()(in, in + n, value) - in);
}

// Elements with their index.
template <class It, class Offset = std::ptrdiff_t, class Value = emulated::ValueOf<It>>
class ArgIndexInputIterator
    : public thrust::emulated::Facade<ArgIndexInputIterator<It, Offset, Value>, KeyValuePair<Offset, Value>,
                                      KeyValuePair<Offset, Value>> {
 public:
  ArgIndexInputIterator(It base, Offset offset = 0) : base_(base), offset_(offset) {}
  const It& base() const { return base_; }
  Offset offset() const { return offset_; }
  void advance(std::ptrdiff_t n) { offset_ += static_cast<Offset>(n); }
  std::ptrdiff_t distance_to(const ArgIndexInputIterator& other) const { return other.offset_ - offset_; }
  KeyValuePair<Offset, Value> dereference() const {
    return {offset_, static_cast<Value>(base_[static_cast<std::ptrdiff_t>(offset_)])};
  }
  void normalize() {
    base_ += offset_;
    offset_ = 0;
  }

 private:
  It base_;
  Offset offset_;
};

// Elements that are read by value, with a cache hint.
template <CacheLoadModifier modifier, class T, class Offset = std::ptrdiff_t>
class CacheModifiedInputIterator : public thrust::emulated::Facade<CacheModifiedInputIterator<modifier, T, Offset>,
                                                                   std::remove_cv_t<T>, std::remove_cv_t<T>> {
 public:
  CacheModifiedInputIterator(const T* at = nullptr) : at_(at) {}
  void advance(std::ptrdiff_t n) { at_ += n; }
  std::ptrdiff_t distance_to(const CacheModifiedInputIterator& other) const { return other.at_ - at_; }
  std::remove_cv_t<T> dereference() const { return *at_; }

 private:
  const T* at_;
};
template <class T, class Offset = std::ptrdiff_t>
class TexObjInputIterator
    : public thrust::emulated::Facade<TexObjInputIterator<T, Offset>, std::remove_cv_t<T>, std::remove_cv_t<T>> {
 public:
  cudaError_t BindTexture(const T* at, std::size_t = 0, std::size_t offset = 0) {
    at_ = at + offset;
    return cudaSuccess;
  }
  cudaError_t UnbindTexture() { return cudaSuccess; }
  void advance(std::ptrdiff_t n) { at_ += n; }
  std::ptrdiff_t distance_to(const TexObjInputIterator& other) const { return other.at_ - at_; }
  std::remove_cv_t<T> dereference() const { return *at_; }

 private:
  const T* at_ = nullptr;
};
template <CacheStoreModifier modifier, class T, class Offset = std::ptrdiff_t>
class CacheModifiedOutputIterator
    : public thrust::emulated::Facade<CacheModifiedOutputIterator<modifier, T, Offset>, T, T&> {
 public:
  CacheModifiedOutputIterator(T* at = nullptr) : at_(at) {}
  void advance(std::ptrdiff_t n) { at_ += n; }
  std::ptrdiff_t distance_to(const CacheModifiedOutputIterator& other) const { return other.at_ - at_; }
  T& dereference() const { return *at_; }

 private:
  T* at_;
};

// Removed from CUDA 13's CUB in favour of Thrust's.
template <class T, class Offset = std::ptrdiff_t>
using CountingInputIterator = thrust::counting_iterator<T>;
template <class T, class Offset = std::ptrdiff_t>
using ConstantInputIterator = thrust::constant_iterator<T>;
template <class Offset = std::ptrdiff_t>
using DiscardOutputIterator = thrust::discard_iterator<>;
template <class Value, class F, class It, class Offset = std::ptrdiff_t>
struct TransformInputIterator : thrust::transform_iterator<F, It, Value, Value> {
  TransformInputIterator(It base, F function) : thrust::transform_iterator<F, It, Value, Value>(base, function) {}
};

}  // namespace cub
