// 16 bytes at a time: the widest load and store of one thread.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

template <typename T>
struct alignas(16) Quad {
  static constexpr int size = 16 / sizeof(T);
  T v[size];
};

// The quad that begins with element i, a multiple of its size; zeros past the n elements.
template <typename T>
__device__ Quad<T> load_quad(const T* x, std::size_t n, std::size_t i) {
  if (i + Quad<T>::size <= n) return *reinterpret_cast<const Quad<T>*>(x + i);
  Quad<T> quad;
  for (int e = 0; e < Quad<T>::size; ++e) quad.v[e] = i + e < n ? x[i + e] : T{0};
  return quad;
}
