// 16 bytes at a time: the widest load and store of one thread.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

template <typename T>
struct alignas(16) Pack {
  static constexpr int size = 16 / sizeof(T);
  T part[size];
};

// The pack that begins with element i, a multiple of its size; zeros past the n elements.
template <typename T>
__device__ Pack<T> load_pack(const T* x, std::size_t n, std::size_t i) {
  if (i + Pack<T>::size <= n) return *reinterpret_cast<const Pack<T>*>(x + i);
  Pack<T> pack;
  for (int e = 0; e < Pack<T>::size; ++e) pack.part[e] = i + e < n ? x[i + e] : T{0};
  return pack;
}
