// CUB's device-wide sorts and merges.
#pragma once
#include "emulator/cub/device_run.hpp"
#include "emulator/thrust/radix_sort.hpp"

namespace cub {
namespace emulated {

template <class K>
constexpr int all_bits = static_cast<int>(sizeof(K) * 8);

// The public forms of a radix sort: keys or pairs, in either direction, between two arrays or with double buffers,
// whose selector switches. `more` are parameters after the count, which the implementation gets as well.
#define CUDA_EMULATOR_RADIX_SORT(keys_name, pairs_name, descending, more_parameters, more)                            \
  template <class K, class N CUDA_EMULATOR_CLASSES>                                                                   \
  static cudaError_t keys_name(void* storage, std::size_t& bytes, const K* in, K* out, N n more_parameters,           \
                               int begin_bit = 0, int end_bit = emulated::all_bits<K>,                                \
                               cudaStream_t stream = nullptr) {                                                       \
    return sort<K, NullType>(storage, bytes, in, out, nullptr, nullptr, n more, descending, {begin_bit, end_bit},     \
                             stream);                                                                                 \
  }                                                                                                                   \
  template <class K, class V, class N CUDA_EMULATOR_CLASSES>                                                          \
  static cudaError_t pairs_name(void* storage, std::size_t& bytes, const K* in, K* out, const V* values,              \
                                V* values_out, N n more_parameters, int begin_bit = 0,                                \
                                int end_bit = emulated::all_bits<K>, cudaStream_t stream = nullptr) {                 \
    return sort<K, V>(storage, bytes, in, out, values, values_out, n more, descending, {begin_bit, end_bit}, stream); \
  }                                                                                                                   \
  template <class K, class N CUDA_EMULATOR_CLASSES>                                                                   \
  static cudaError_t keys_name(void* storage, std::size_t& bytes, DoubleBuffer<K>& keys, N n more_parameters,         \
                               int begin_bit = 0, int end_bit = emulated::all_bits<K>,                                \
                               cudaStream_t stream = nullptr) {                                                       \
    const cudaError_t error = sort<K, NullType>(storage, bytes, keys.Current(), keys.Alternate(), nullptr, nullptr,   \
                                                n more, descending, {begin_bit, end_bit}, stream);                    \
    if (storage && error == cudaSuccess) keys.selector ^= 1;                                                          \
    return error;                                                                                                     \
  }                                                                                                                   \
  template <class K, class V, class N CUDA_EMULATOR_CLASSES>                                                          \
  static cudaError_t pairs_name(void* storage, std::size_t& bytes, DoubleBuffer<K>& keys, DoubleBuffer<V>& values,    \
                                N n more_parameters, int begin_bit = 0, int end_bit = emulated::all_bits<K>,          \
                                cudaStream_t stream = nullptr) {                                                      \
    const cudaError_t error = sort<K, V>(storage, bytes, keys.Current(), keys.Alternate(), values.Current(),          \
                                         values.Alternate(), n more, descending, {begin_bit, end_bit}, stream);       \
    if (storage && error == cudaSuccess) {                                                                            \
      keys.selector ^= 1;                                                                                             \
      values.selector ^= 1;                                                                                           \
    }                                                                                                                 \
    return error;                                                                                                     \
  }

}  // namespace emulated

struct DeviceRadixSort {
#define CUDA_EMULATOR_CLASSES
#define CUDA_EMULATOR_NOTHING
  CUDA_EMULATOR_RADIX_SORT(SortKeys, SortPairs, false, CUDA_EMULATOR_NOTHING, CUDA_EMULATOR_NOTHING)
  CUDA_EMULATOR_RADIX_SORT(SortKeysDescending, SortPairsDescending, true, CUDA_EMULATOR_NOTHING, CUDA_EMULATOR_NOTHING)
#undef CUDA_EMULATOR_CLASSES
#undef CUDA_EMULATOR_NOTHING

 private:
  template <class K, class V, class N>
  static cudaError_t sort(void* storage, std::size_t& bytes, const K* in, K* out, const V* values, V* values_out, N n,
                          bool descending, cuda_emulator::BitRange range, cudaStream_t stream) {
    using emulated::reads, emulated::writes;
    const auto values_n = values ? n : N{};
    return emulated::run(
        storage, bytes, stream, {reads(in, n), writes(out, n), reads(values, values_n), writes(values_out, values_n)},
        emulated::Sharing::none,
        [=, in = emulated::raw(in), out = emulated::raw(out), values = emulated::raw(values),
         values_out = emulated::raw(values_out)] {
          cuda_emulator::radix_sort(in, out, values, values_out, static_cast<std::size_t>(n), descending, range);
        });
  }
};

// Elements outside of every segment are not written.
struct DeviceSegmentedRadixSort {
#define CUDA_EMULATOR_CLASSES , class Begin, class End
#define CUDA_EMULATOR_PARAMETERS , std::int64_t segments, Begin begin, End end
#define CUDA_EMULATOR_ARGUMENTS , segments, begin, end
  CUDA_EMULATOR_RADIX_SORT(SortKeys, SortPairs, false, CUDA_EMULATOR_PARAMETERS, CUDA_EMULATOR_ARGUMENTS)
  CUDA_EMULATOR_RADIX_SORT(SortKeysDescending, SortPairsDescending, true, CUDA_EMULATOR_PARAMETERS,
                           CUDA_EMULATOR_ARGUMENTS)
#undef CUDA_EMULATOR_CLASSES
#undef CUDA_EMULATOR_PARAMETERS
#undef CUDA_EMULATOR_ARGUMENTS
#undef CUDA_EMULATOR_RADIX_SORT

 private:
  template <class K, class V, class N, class Begin, class End>
  static cudaError_t sort(void* storage, std::size_t& bytes, const K* in, K* out, const V* values, V* values_out, N n,
                          std::int64_t segments, Begin begin, End end, bool descending, cuda_emulator::BitRange range,
                          cudaStream_t stream) {
    using emulated::reads, emulated::writes;
    const auto values_n = values ? n : N{};
    const emulated::LateCount reach;
    const auto body = [=, begin = emulated::raw(begin), end = emulated::raw(end)]() mutable {
      reach.set_segments(begin, end, segments);
      for (std::ptrdiff_t s = 0; s < segments; ++s) {
        const auto first = static_cast<std::ptrdiff_t>(begin[s]), last = static_cast<std::ptrdiff_t>(end[s]);
        if (first >= last) continue;
        cuda_emulator::radix_sort(in + first, out + first, values ? values + first : nullptr,
                                  values ? values_out + first : nullptr, static_cast<std::size_t>(last - first),
                                  descending, range);
      }
    };
    const cudaError_t error =
        emulated::run(storage, bytes, stream,
                      {reads(in, n), writes(out, n), reads(values, values_n), writes(values_out, values_n),
                       reads(begin, segments), reads(end, segments)},
                      emulated::Sharing::none, body);
    reach.tell(in, false);
    return error;
  }
};

struct DeviceSegmentedSort {
#define CUDA_EMULATOR_SEGMENTED(name, radix_name)                                                               \
  template <class K, class N, class Begin, class End>                                                           \
  static cudaError_t name(void* storage, std::size_t& bytes, const K* in, K* out, N n, std::int64_t segments,   \
                          Begin begin, End end, cudaStream_t stream = nullptr) {                                \
    return DeviceSegmentedRadixSort::radix_name(storage, bytes, in, out, n, segments, begin, end, 0,            \
                                                emulated::all_bits<K>, stream);                                 \
  }                                                                                                             \
  template <class K, class N, class Begin, class End>                                                           \
  static cudaError_t name(void* storage, std::size_t& bytes, DoubleBuffer<K>& keys, N n, std::int64_t segments, \
                          Begin begin, End end, cudaStream_t stream = nullptr) {                                \
    return DeviceSegmentedRadixSort::radix_name(storage, bytes, keys, n, segments, begin, end, 0,               \
                                                emulated::all_bits<K>, stream);                                 \
  }
#define CUDA_EMULATOR_SEGMENTED_PAIRS(name, radix_name)                                                                \
  template <class K, class V, class N, class Begin, class End>                                                         \
  static cudaError_t name(void* storage, std::size_t& bytes, const K* in, K* out, const V* values, V* values_out, N n, \
                          std::int64_t segments, Begin begin, End end, cudaStream_t stream = nullptr) {                \
    return DeviceSegmentedRadixSort::radix_name(storage, bytes, in, out, values, values_out, n, segments, begin, end,  \
                                                0, emulated::all_bits<K>, stream);                                     \
  }                                                                                                                    \
  template <class K, class V, class N, class Begin, class End>                                                         \
  static cudaError_t name(void* storage, std::size_t& bytes, DoubleBuffer<K>& keys, DoubleBuffer<V>& values, N n,      \
                          std::int64_t segments, Begin begin, End end, cudaStream_t stream = nullptr) {                \
    return DeviceSegmentedRadixSort::radix_name(storage, bytes, keys, values, n, segments, begin, end, 0,              \
                                                emulated::all_bits<K>, stream);                                        \
  }
  CUDA_EMULATOR_SEGMENTED(SortKeys, SortKeys)
  CUDA_EMULATOR_SEGMENTED(SortKeysDescending, SortKeysDescending)
  CUDA_EMULATOR_SEGMENTED(StableSortKeys, SortKeys)
  CUDA_EMULATOR_SEGMENTED(StableSortKeysDescending, SortKeysDescending)
  CUDA_EMULATOR_SEGMENTED_PAIRS(SortPairs, SortPairs)
  CUDA_EMULATOR_SEGMENTED_PAIRS(SortPairsDescending, SortPairsDescending)
  CUDA_EMULATOR_SEGMENTED_PAIRS(StableSortPairs, SortPairs)
  CUDA_EMULATOR_SEGMENTED_PAIRS(StableSortPairsDescending, SortPairsDescending)
#undef CUDA_EMULATOR_SEGMENTED
#undef CUDA_EMULATOR_SEGMENTED_PAIRS
};

struct DeviceMergeSort {
  template <class Keys, class N, class Less>
  static cudaError_t SortKeys(void* storage, std::size_t& bytes, Keys keys, N n, Less less,
                              cudaStream_t stream = nullptr) {
    return SortKeysCopy(storage, bytes, keys, keys, n, less, stream);
  }
  template <class In, class Out, class N, class Less>
  static cudaError_t SortKeysCopy(void* storage, std::size_t& bytes, In in, Out out, N n, Less less,
                                  cudaStream_t stream = nullptr) {
    const auto body = [=, in = emulated::raw(in), out = emulated::raw(out)]() mutable {
      copy(in, out, n);
      thrust::emulated::stable_sort_impl()(out, out + emulated::size(n), less);
    };
    return emulated::run(storage, bytes, stream, {emulated::reads(in, n), emulated::writes(out, n)},
                         emulated::Sharing::all, body);
  }
  template <class Keys, class Values, class N, class Less>
  static cudaError_t SortPairs(void* storage, std::size_t& bytes, Keys keys, Values values, N n, Less less,
                               cudaStream_t stream = nullptr) {
    return SortPairsCopy(storage, bytes, keys, values, keys, values, n, less, stream);
  }
  template <class In, class ValuesIn, class Out, class ValuesOut, class N, class Less>
  static cudaError_t SortPairsCopy(void* storage, std::size_t& bytes, In in, ValuesIn values, Out out,
                                   ValuesOut values_out, N n, Less less, cudaStream_t stream = nullptr) {
    using emulated::reads, emulated::writes;
    return emulated::run(storage, bytes, stream,
                         {reads(in, n), writes(out, n), reads(values, n), writes(values_out, n)},
                         emulated::Sharing::all,
                         [=, in = emulated::raw(in), values = emulated::raw(values), out = emulated::raw(out),
                          values_out = emulated::raw(values_out)]() mutable {
                           copy(in, out, n);
                           copy(values, values_out, n);
                           thrust::emulated::stable_sort_by_key_impl()(out, out + emulated::size(n), values_out, less);
                         });
  }
  template <class... A>
  static cudaError_t StableSortKeys(void* storage, std::size_t& bytes, A... arguments) {
    return SortKeys(storage, bytes, arguments...);
  }
  template <class... A>
  static cudaError_t StableSortKeysCopy(void* storage, std::size_t& bytes, A... arguments) {
    return SortKeysCopy(storage, bytes, arguments...);
  }
  template <class... A>
  static cudaError_t StableSortPairs(void* storage, std::size_t& bytes, A... arguments) {
    return SortPairs(storage, bytes, arguments...);
  }

 private:
  template <class In, class Out, class N>
  static void copy(In in, Out out, N n) {
    if constexpr (std::is_same_v<In, Out>) {
      if (in == out) return;
    }
    for (std::ptrdiff_t i = 0; i < emulated::size(n); ++i) out[i] = in[i];
  }
};

struct DeviceMerge {
  template <class A, class B, class Out, class Less = std::less<>>
  static cudaError_t MergeKeys(void* storage, std::size_t& bytes, A a, std::int64_t n, B b, std::int64_t m, Out out,
                               Less less = {}, cudaStream_t stream = nullptr) {
    using emulated::reads, emulated::writes;
    return emulated::run(storage, bytes, stream, {reads(a, n), reads(b, m), writes(out, n + m)},
                         emulated::Sharing::none,
                         [=, a = emulated::raw(a), b = emulated::raw(b), out = emulated::raw(out)]() mutable {
                           thrust::emulated::merge_impl()(a, a + n, b, b + m, out, less);
                         });
  }
  template <class A, class V, class B, class W, class Out, class ValuesOut, class Less = std::less<>>
  static cudaError_t MergePairs(void* storage, std::size_t& bytes, A a, V v, std::int64_t n, B b, W w, std::int64_t m,
                                Out out, ValuesOut values_out, Less less = {}, cudaStream_t stream = nullptr) {
    using emulated::reads, emulated::writes;
    return emulated::run(
        storage, bytes, stream,
        {reads(a, n), reads(v, n), reads(b, m), reads(w, m), writes(out, n + m), writes(values_out, n + m)},
        emulated::Sharing::none,
        [=, a = emulated::raw(a), v = emulated::raw(v), b = emulated::raw(b), w = emulated::raw(w),
         out = emulated::raw(out), values_out = emulated::raw(values_out)]() mutable {
          thrust::emulated::merge_by_key_impl()(a, a + n, b, b + m, v, w, out, values_out, less);
        });
  }
};

}  // namespace cub
