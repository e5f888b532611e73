// Shared by CUB's parts: its small types and macros.
#pragma once
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <map>
#include <mutex>
#include <set>
#include <type_traits>

#include "emulator/cuda_std/utility.hpp"
#include "emulator/thrust/all.hpp"

#define CUB_VERSION 300001
#define CUB_MAJOR_VERSION (CUB_VERSION / 100000)
#define CUB_MINOR_VERSION (CUB_VERSION / 100 % 1000)
#define CUB_SUBMINOR_VERSION (CUB_VERSION % 100)
#define CUB_STATIC_ASSERT(condition, message) static_assert(condition, #message)
#define CUB_RUNTIME_FUNCTION
#define CUB_NS_QUALIFIER ::cub
#define CUB_NAMESPACE_BEGIN namespace cub {
#define CUB_NAMESPACE_END }
#define CUB_PTX_ARCH CUDA_EMULATOR_ARCH
#define CUB_WARP_THREADS(unused) 32
#define CUB_LOG_WARP_THREADS(unused) 5
#define CUB_PTX_WARP_THREADS 32
#define CUB_PTX_LOG_WARP_THREADS 5

namespace cub {

inline cudaError_t Debug(cudaError_t error, const char* file, int line) {
  cudaGetLastError();
  if (error) fprintf(stderr, "CUDA error %d [%s, %d]: %s\n", error, file, line, cudaGetErrorString(error));
  return error;
}
#define CubDebug(error) ::cub::Debug((cudaError_t)(error), __FILE__, __LINE__)
#define CubDebugExit(error)                                                   \
  do {                                                                        \
    if (::cub::Debug((cudaError_t)(error), __FILE__, __LINE__)) std::exit(1); \
  } while (0)

struct NullType {};

template <int A>
struct Int2Type {
  enum { VALUE = A };
};

template <class Key_, class Value_>
struct KeyValuePair {
  using Key = Key_;
  using Value = Value_;
  Key key;
  Value value;
  KeyValuePair() = default;
  KeyValuePair(const Key& k, const Value& v) : key(k), value(v) {}
  bool operator!=(const KeyValuePair& other) const { return key != other.key || value != other.value; }
};
// Of equal values the lower index wins.
struct ArgMax {
  template <class K, class V>
  KeyValuePair<K, V> operator()(const KeyValuePair<K, V>& a, const KeyValuePair<K, V>& b) const {
    return b.value > a.value || (a.value == b.value && b.key < a.key) ? b : a;
  }
};
struct ArgMin {
  template <class K, class V>
  KeyValuePair<K, V> operator()(const KeyValuePair<K, V>& a, const KeyValuePair<K, V>& b) const {
    return b.value < a.value || (a.value == b.value && b.key < a.key) ? b : a;
  }
};

// Removed from CUDA 13's CUB, but older programs use them.
using Sum = ::cuda::std::plus<>;
using Difference = ::cuda::std::minus<>;
using Min = ::cuda::minimum<>;
using Max = ::cuda::maximum<>;
using Equality = ::cuda::std::equal_to<>;
using Inequality = ::cuda::std::not_equal_to<>;

template <class T>
struct DoubleBuffer {
  T* d_buffers[2] = {nullptr, nullptr};
  int selector = 0;
  DoubleBuffer() = default;
  DoubleBuffer(T* current, T* alternate) : d_buffers{current, alternate} {}
  T* Current() { return d_buffers[selector]; }
  T* Alternate() { return d_buffers[selector ^ 1]; }
};

// An initial value that has yet to be computed when the call is made.
template <class T, class It = T*>
struct FutureValue {
  explicit FutureValue(It from) : from_(from) {}
  operator T() const { return *from_; }

 private:
  It from_;
};

// Shared memory for a type that has a constructor.
template <class T>
struct Uninitialized {
  alignas(T) unsigned char bytes[sizeof(T)];
  T& Alias() { return reinterpret_cast<T&>(*this); }
};

inline unsigned LaneId() {
  return cuda_emulator::block_state.current % cuda_emulator::warp_size;
}
inline unsigned WarpId() {
  return cuda_emulator::block_state.current / cuda_emulator::warp_size;
}
inline int RowMajorTid(int x, int y, int) {
  return static_cast<int>((threadIdx.z * static_cast<unsigned>(y) + threadIdx.y) * static_cast<unsigned>(x) +
                          threadIdx.x);
}

template <class N, class D>
constexpr auto DivideAndRoundUp(N n, D d) {
  return n / d + (n % d != 0);
}
template <int n, int current = n, int count = 0>
struct Log2 {
  enum { VALUE = Log2<n, (current >> 1), count + 1>::VALUE };
};
template <int n, int count>
struct Log2<n, 0, count> {
  enum { VALUE = 1 << (count - 1) < n ? count : count - 1 };
};
template <int n>
struct PowerOfTwo {
  enum { VALUE = (n & (n - 1)) == 0 };
};

namespace emulated {

template <class It>
using ValueOf = typename std::iterator_traits<It>::value_type;
template <class It>
auto raw(const It& it) {
  const auto made = thrust::emulated::raw(it);
  // As an argument of a kernel, which CUB's calls are: the host's memory is not accessible.
  if constexpr (std::is_pointer_v<std::decay_t<decltype(made)>>) {
    if (!thrust::emulated::in_kernel()) return static_cast<decltype(made)>(cuda_emulator::kernel_argument(made));
  }
  return made;
}

// What an output iterator accepts; for one that accepts everything, the given type.
template <class It, class Otherwise, class = void>
struct OutputOf {
  using type = Otherwise;
};
template <class It, class Otherwise>
struct OutputOf<It, Otherwise,
                std::enable_if_t<!std::is_void_v<ValueOf<It>> && !std::is_same_v<It, thrust::discard_iterator<>>>> {
  using type = ValueOf<It>;
};

// CUB adds in the type that its operator returns, so a sum of chars is an int.
template <class Op, class Initial, class T>
using Accumulator = std::decay_t<std::invoke_result_t<Op&, Initial, T>>;

}  // namespace emulated
}  // namespace cub
