// CUB's device-wide loops, transformations, differences and batched copies, and its allocator.
#pragma once
#include <map>

#include "emulator/cub/device_run.hpp"

namespace cub {

// Each with temporary storage that it does not need, and without.
struct DeviceFor {
  template <class N, class F, std::enable_if_t<std::is_integral_v<N>, int> = 0>
  static cudaError_t Bulk(N n, F f, cudaStream_t stream = nullptr) {
    return emulated::run(stream, [=]() mutable {
      for (N i = 0; i < n; ++i) f(i);
    });
  }
  template <class It, class N, class F, std::enable_if_t<std::is_integral_v<N>, int> = 0>
  static cudaError_t ForEachN(It first, N n, F f, cudaStream_t stream = nullptr) {
    return emulated::run(stream, [=, first = emulated::raw(first)]() mutable {
      for (std::ptrdiff_t i = 0; i < emulated::size(n); ++i) f(first[i]);
    });
  }
  template <class It, class F>
  static cudaError_t ForEach(It first, It last, F f, cudaStream_t stream = nullptr) {
    return ForEachN(first, last - first, f, stream);
  }
  template <class It, class N, class F, std::enable_if_t<std::is_integral_v<N>, int> = 0>
  static cudaError_t ForEachCopyN(It first, N n, F f, cudaStream_t stream = nullptr) {
    return ForEachN(
        first, n, [f](emulated::ValueOf<It> copy) mutable { f(copy); }, stream);
  }
  template <class It, class F>
  static cudaError_t ForEachCopy(It first, It last, F f, cudaStream_t stream = nullptr) {
    return ForEachCopyN(first, last - first, f, stream);
  }
#define CUDA_EMULATOR_WITH_STORAGE(name)                                       \
  template <class... A>                                                        \
  static cudaError_t name(void* storage, std::size_t& bytes, A... arguments) { \
    if (storage) return name(arguments...);                                    \
    bytes = 1;                                                                 \
    return cudaSuccess;                                                        \
  }
  CUDA_EMULATOR_WITH_STORAGE(Bulk)
  CUDA_EMULATOR_WITH_STORAGE(ForEachN)
  CUDA_EMULATOR_WITH_STORAGE(ForEach)
  CUDA_EMULATOR_WITH_STORAGE(ForEachCopyN)
  CUDA_EMULATOR_WITH_STORAGE(ForEachCopy)
};

struct DeviceTransform {
  template <class... In, class Out, class N, class F>
  static cudaError_t Transform(std::tuple<In...> in, Out out, N n, F f, cudaStream_t stream = nullptr) {
    return std::apply(
        [&](auto... each) {
          return emulated::run(stream, [f, n, out = emulated::raw(out), in = std::make_tuple(each...)]() mutable {
            for (std::ptrdiff_t i = 0; i < emulated::size(n); ++i) {
              out[i] = std::apply([&](auto&... from) { return f(from[i]...); }, in);
            }
          });
        },
        std::apply([](auto... each) { return std::make_tuple(emulated::raw(each)...); }, in));
  }
  template <class In, class Out, class N, class F>
  static cudaError_t Transform(In in, Out out, N n, F f, cudaStream_t stream = nullptr) {
    return Transform(std::make_tuple(in), out, n, f, stream);
  }
  template <class... A>
  static cudaError_t TransformStableArgumentAddresses(A... arguments) {
    return Transform(arguments...);
  }
  CUDA_EMULATOR_WITH_STORAGE(Transform)
#undef CUDA_EMULATOR_WITH_STORAGE
};

// The first, or last, element is copied.
struct DeviceAdjacentDifference {
  template <class In, class Out, class N, class Op = std::minus<>>
  static cudaError_t SubtractLeftCopy(void* storage, std::size_t& bytes, In in, Out out, N n, Op op = {},
                                      cudaStream_t stream = nullptr) {
    return emulated::run(storage, bytes, stream, [=, in = emulated::raw(in), out = emulated::raw(out)]() mutable {
      for (std::ptrdiff_t i = emulated::size(n) - 1; i > 0; --i) out[i] = op(in[i], in[i - 1]);
      if (n > 0) out[0] = in[0];
    });
  }
  template <class In, class Out, class N, class Op = std::minus<>>
  static cudaError_t SubtractRightCopy(void* storage, std::size_t& bytes, In in, Out out, N n, Op op = {},
                                       cudaStream_t stream = nullptr) {
    return emulated::run(storage, bytes, stream, [=, in = emulated::raw(in), out = emulated::raw(out)]() mutable {
      for (std::ptrdiff_t i = 0; i + 1 < emulated::size(n); ++i) out[i] = op(in[i], in[i + 1]);
      if (n > 0) out[emulated::size(n) - 1] = in[emulated::size(n) - 1];
    });
  }
  template <class It, class N, class Op = std::minus<>>
  static cudaError_t SubtractLeft(void* storage, std::size_t& bytes, It data, N n, Op op = {},
                                  cudaStream_t stream = nullptr) {
    return SubtractLeftCopy(storage, bytes, data, data, n, op, stream);
  }
  template <class It, class N, class Op = std::minus<>>
  static cudaError_t SubtractRight(void* storage, std::size_t& bytes, It data, N n, Op op = {},
                                   cudaStream_t stream = nullptr) {
    return SubtractRightCopy(storage, bytes, data, data, n, op, stream);
  }
};

// Many ranges at once; their sizes are elements, or bytes.
struct DeviceCopy {
  template <class From, class To, class Sizes>
  static cudaError_t Batched(void* storage, std::size_t& bytes, From from, To to, Sizes sizes, std::int64_t ranges,
                             cudaStream_t stream = nullptr) {
    return emulated::run(
        storage, bytes, stream,
        [=, from = emulated::raw(from), to = emulated::raw(to), sizes = emulated::raw(sizes)]() mutable {
          for (std::ptrdiff_t r = 0; r < ranges; ++r) {
            auto in = from[r];
            auto out = to[r];
            for (std::ptrdiff_t i = 0; i < emulated::size(sizes[r]); ++i) out[i] = in[i];
          }
        });
  }
};
struct DeviceMemcpy {
  template <class From, class To, class Sizes>
  static cudaError_t Batched(void* storage, std::size_t& bytes, From from, To to, Sizes sizes, std::int64_t buffers,
                             cudaStream_t stream = nullptr) {
    return emulated::run(
        storage, bytes, stream,
        [=, from = emulated::raw(from), to = emulated::raw(to), sizes = emulated::raw(sizes)]() mutable {
          for (std::ptrdiff_t b = 0; b < buffers; ++b) {
            std::memcpy(to[b], from[b], static_cast<std::size_t>(sizes[b]));
          }
        });
  }
};

// Keeps freed blocks, by device and by size in powers of the growth factor, and reuses them.
class CachingDeviceAllocator {
 public:
  static constexpr unsigned INVALID_BIN = ~0u;
  static constexpr std::size_t INVALID_SIZE = ~std::size_t{0};
  static constexpr int INVALID_DEVICE_ORDINAL = -1;
  explicit CachingDeviceAllocator(unsigned bin_growth, unsigned min_bin = 1, unsigned max_bin = INVALID_BIN,
                                  std::size_t max_cached_bytes = INVALID_SIZE, bool skip_cleanup = false, bool = false)
      : growth_(bin_growth), least_(min_bin), most_(max_bin), max_cached_(max_cached_bytes), skip_(skip_cleanup) {}
  explicit CachingDeviceAllocator(bool skip_cleanup = false, bool = false)
      : CachingDeviceAllocator(8, 3, 7, 6 * 1024 * 1024 - 1, skip_cleanup) {}
  CachingDeviceAllocator(const CachingDeviceAllocator&) = delete;
  CachingDeviceAllocator& operator=(const CachingDeviceAllocator&) = delete;
  virtual ~CachingDeviceAllocator() {
    if (!skip_) FreeAllCached();
  }

  cudaError_t DeviceAllocate(int device, void** pointer, std::size_t bytes, cudaStream_t = nullptr) {
    int before = 0;
    if (const cudaError_t error = cudaGetDevice(&before)) return error;
    if (device == INVALID_DEVICE_ORDINAL) device = before;
    const std::size_t size = rounded(bytes);
    const auto free = free_.find({device, size});
    if (free != free_.end()) {
      *pointer = free->second;
      cached_ -= size;
      free_.erase(free);
    } else {
      cudaSetDevice(device);
      const cudaError_t error = cudaMalloc(pointer, size);
      cudaSetDevice(before);
      if (error) return error;
    }
    live_[*pointer] = {device, size};
    return cudaSuccess;
  }
  cudaError_t DeviceAllocate(void** pointer, std::size_t bytes, cudaStream_t stream = nullptr) {
    return DeviceAllocate(INVALID_DEVICE_ORDINAL, pointer, bytes, stream);
  }
  cudaError_t DeviceFree(int, void* pointer) { return DeviceFree(pointer); }
  cudaError_t DeviceFree(void* pointer) {
    const auto block = live_.find(pointer);
    if (block == live_.end()) return cudaFree(pointer);
    const Key key = block->second;
    live_.erase(block);
    if (key.second == 0 || cached_ + key.second > max_cached_) return cudaFree(pointer);
    cached_ += key.second;
    free_.emplace(key, pointer);
    return cudaSuccess;
  }
  cudaError_t FreeAllCached() {
    cudaError_t error = cudaSuccess;
    for (const auto& block : free_) {
      if (const cudaError_t one = cudaFree(block.second)) error = one;
    }
    free_.clear();
    cached_ = 0;
    return error;
  }
  cudaError_t SetMaxCachedBytes(std::size_t bytes) {
    max_cached_ = bytes;
    return cudaSuccess;
  }

 private:
  using Key = std::pair<int, std::size_t>;
  std::size_t rounded(std::size_t bytes) const {
    std::size_t size = 1;
    for (unsigned bin = 0; bin < most_; ++bin, size *= growth_) {
      if (bin >= least_ && size >= bytes) return size;
    }
    return size >= bytes ? size : bytes;
  }
  unsigned growth_, least_, most_;
  std::size_t max_cached_, cached_ = 0;
  bool skip_;
  std::multimap<Key, void*> free_;
  std::map<void*, Key> live_;
};

}  // namespace cub
