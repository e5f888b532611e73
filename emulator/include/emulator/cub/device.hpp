// CUB's device-wide algorithms. The first call, without storage, says how much it needs; the second runs as a kernel of
// one thread in the stream. Nothing waits, as on a GPU.
#pragma once
#include <array>
#include <limits>

#include "emulator/cub/common.hpp"

namespace cub {
namespace emulated {

// The body by value: a stream that is being captured runs it later.
template <class F>
cudaError_t run(void* storage, std::size_t& bytes, cudaStream_t stream, F body) {
  if (!storage) {
    bytes = 1;
    return cudaSuccess;
  }
  if (cuda_emulator::block_state.in_kernel) {
    body();
    return cudaSuccess;
  }
  cuda_emulator::Launch("cub::Device", dim3(1), dim3(1), 0, stream).start([body] { F(body)(); }, nullptr);
  return cudaPeekAtLastError();
}
template <class It>
auto raw(const It& it) {
  return thrust::emulated::raw(it);
}
template <class T>
struct Plus {
  T operator()(const T& a, const T& b) const { return static_cast<T>(a + b); }
};
template <class T>
struct Min {
  T operator()(const T& a, const T& b) const { return b < a ? b : a; }
};
template <class T>
struct Max {
  T operator()(const T& a, const T& b) const { return a < b ? b : a; }
};

}  // namespace emulated

struct DeviceReduce {
  template <class In, class Out, class N, class Op, class T>
  static cudaError_t Reduce(void* storage, std::size_t& bytes, In in, Out out, N n, Op op, T initial,
                            cudaStream_t stream = nullptr) {
    return emulated::run(storage, bytes, stream, [=, in = emulated::raw(in), out = emulated::raw(out)]() mutable {
      using Sum = std::decay_t<decltype(op(initial, *in))>;
      *out = thrust::emulated::reduce_impl()(in, in + static_cast<std::ptrdiff_t>(n), static_cast<Sum>(initial), op);
    });
  }
  template <class In, class Out, class N>
  static cudaError_t Sum(void* storage, std::size_t& bytes, In in, Out out, N n, cudaStream_t stream = nullptr) {
    using T = emulated::ValueOf<In>;
    return Reduce(storage, bytes, in, out, n, emulated::Plus<T>(), T{}, stream);
  }
  template <class In, class Out, class N>
  static cudaError_t Min(void* storage, std::size_t& bytes, In in, Out out, N n, cudaStream_t stream = nullptr) {
    using T = emulated::ValueOf<In>;
    return Reduce(storage, bytes, in, out, n, emulated::Min<T>(), std::numeric_limits<T>::max(), stream);
  }
  template <class In, class Out, class N>
  static cudaError_t Max(void* storage, std::size_t& bytes, In in, Out out, N n, cudaStream_t stream = nullptr) {
    using T = emulated::ValueOf<In>;
    return Reduce(storage, bytes, in, out, n, emulated::Max<T>(), std::numeric_limits<T>::lowest(), stream);
  }
  template <class In, class Value, class Index>
  static cudaError_t ArgMin(void* storage, std::size_t& bytes, In in, Value value_out, Index index_out, std::int64_t n,
                            cudaStream_t stream = nullptr) {
    return extremum<thrust::emulated::min_element_impl>(storage, bytes, in, value_out, index_out, n, stream);
  }
  template <class In, class Value, class Index>
  static cudaError_t ArgMax(void* storage, std::size_t& bytes, In in, Value value_out, Index index_out, std::int64_t n,
                            cudaStream_t stream = nullptr) {
    return extremum<thrust::emulated::max_element_impl>(storage, bytes, in, value_out, index_out, n, stream);
  }
  // The older form: one pair of index and value.
  template <class In, class Out>
  static cudaError_t ArgMin(void* storage, std::size_t& bytes, In in, Out out, int n, cudaStream_t stream = nullptr) {
    return pair_of_extremum<thrust::emulated::min_element_impl>(storage, bytes, in, out, n, stream);
  }
  template <class In, class Out>
  static cudaError_t ArgMax(void* storage, std::size_t& bytes, In in, Out out, int n, cudaStream_t stream = nullptr) {
    return pair_of_extremum<thrust::emulated::max_element_impl>(storage, bytes, in, out, n, stream);
  }
  template <class In, class Out, class N, class Op, class F, class T>
  static cudaError_t TransformReduce(void* storage, std::size_t& bytes, In in, Out out, N n, Op op, F f, T initial,
                                     cudaStream_t stream = nullptr) {
    return emulated::run(storage, bytes, stream, [=, in = emulated::raw(in), out = emulated::raw(out)]() mutable {
      *out = thrust::emulated::transform_reduce_impl()(in, in + static_cast<std::ptrdiff_t>(n), f, initial, op);
    });
  }
  template <class Keys, class KeysOut, class Values, class ValuesOut, class Runs, class Op, class N>
  static cudaError_t ReduceByKey(void* storage, std::size_t& bytes, Keys keys, KeysOut keys_out, Values values,
                                 ValuesOut values_out, Runs runs_out, Op op, N n, cudaStream_t stream = nullptr) {
    return emulated::run(
        storage, bytes, stream,
        [=, keys = emulated::raw(keys), keys_out = emulated::raw(keys_out), values = emulated::raw(values),
         values_out = emulated::raw(values_out), runs_out = emulated::raw(runs_out)]() mutable {
          const auto ends = thrust::emulated::reduce_by_key_impl()(keys, keys + static_cast<std::ptrdiff_t>(n), values,
                                                                   keys_out, values_out, std::equal_to<>(), op);
          *runs_out = static_cast<emulated::ValueOf<Runs>>(ends.first - keys_out);
        });
  }

 private:
  template <class Find, class In, class Value, class Index>
  static cudaError_t extremum(void* storage, std::size_t& bytes, In in, Value value_out, Index index_out,
                              std::int64_t n, cudaStream_t stream) {
    return emulated::run(storage, bytes, stream,
                         [=, in = emulated::raw(in), value_out = emulated::raw(value_out),
                          index_out = emulated::raw(index_out)]() mutable {
                           const auto best = Find()(in, in + n);
                           *value_out = *best;
                           *index_out = static_cast<emulated::ValueOf<Index>>(best - in);
                         });
  }
  template <class Find, class In, class Out>
  static cudaError_t pair_of_extremum(void* storage, std::size_t& bytes, In in, Out out, int n, cudaStream_t stream) {
    return emulated::run(storage, bytes, stream, [=, in = emulated::raw(in), out = emulated::raw(out)]() mutable {
      const auto best = Find()(in, in + n);
      *out = {static_cast<int>(best - in), *best};
    });
  }
};

struct DeviceScan {
  template <class In, class Out, class Op, class N>
  static cudaError_t InclusiveScan(void* storage, std::size_t& bytes, In in, Out out, Op op, N n,
                                   cudaStream_t stream = nullptr) {
    return emulated::run(storage, bytes, stream, [=, in = emulated::raw(in), out = emulated::raw(out)]() mutable {
      thrust::emulated::inclusive_scan_impl()(in, in + static_cast<std::ptrdiff_t>(n), out, op);
    });
  }
  template <class In, class Out, class Op, class T, class N>
  static cudaError_t InclusiveScanInit(void* storage, std::size_t& bytes, In in, Out out, Op op, T initial, N n,
                                       cudaStream_t stream = nullptr) {
    return emulated::run(storage, bytes, stream, [=, in = emulated::raw(in), out = emulated::raw(out)]() mutable {
      thrust::emulated::inclusive_scan_impl()(in, in + static_cast<std::ptrdiff_t>(n), out, initial, op);
    });
  }
  template <class In, class Out, class Op, class T, class N>
  static cudaError_t ExclusiveScan(void* storage, std::size_t& bytes, In in, Out out, Op op, T initial, N n,
                                   cudaStream_t stream = nullptr) {
    return emulated::run(storage, bytes, stream, [=, in = emulated::raw(in), out = emulated::raw(out)]() mutable {
      thrust::emulated::exclusive_scan_impl()(in, in + static_cast<std::ptrdiff_t>(n), out, initial, op);
    });
  }
  template <class In, class Out, class N, std::enable_if_t<!std::is_integral_v<Out>, int> = 0>
  static cudaError_t InclusiveSum(void* storage, std::size_t& bytes, In in, Out out, N n,
                                  cudaStream_t stream = nullptr) {
    return InclusiveScan(storage, bytes, in, out, emulated::Plus<emulated::ValueOf<In>>(), n, stream);
  }
  template <class In, class Out, class N, std::enable_if_t<!std::is_integral_v<Out>, int> = 0>
  static cudaError_t ExclusiveSum(void* storage, std::size_t& bytes, In in, Out out, N n,
                                  cudaStream_t stream = nullptr) {
    using T = emulated::ValueOf<In>;
    return ExclusiveScan(storage, bytes, in, out, emulated::Plus<T>(), T{}, n, stream);
  }
  template <class It, class N, std::enable_if_t<std::is_integral_v<N>, int> = 0>
  static cudaError_t InclusiveSum(void* storage, std::size_t& bytes, It data, N n, cudaStream_t stream = nullptr) {
    return InclusiveSum(storage, bytes, data, data, n, stream);
  }
  template <class It, class N, std::enable_if_t<std::is_integral_v<N>, int> = 0>
  static cudaError_t ExclusiveSum(void* storage, std::size_t& bytes, It data, N n, cudaStream_t stream = nullptr) {
    return ExclusiveSum(storage, bytes, data, data, n, stream);
  }
  template <class Keys, class In, class Out, class N>
  static cudaError_t InclusiveSumByKey(void* storage, std::size_t& bytes, Keys keys, In in, Out out, N n,
                                       cudaStream_t stream = nullptr) {
    return emulated::run(storage, bytes, stream,
                         [=, keys = emulated::raw(keys), in = emulated::raw(in), out = emulated::raw(out)]() mutable {
                           thrust::emulated::inclusive_scan_by_key_impl()(keys, keys + static_cast<std::ptrdiff_t>(n),
                                                                          in, out);
                         });
  }
  template <class Keys, class In, class Out, class N>
  static cudaError_t ExclusiveSumByKey(void* storage, std::size_t& bytes, Keys keys, In in, Out out, N n,
                                       cudaStream_t stream = nullptr) {
    return emulated::run(storage, bytes, stream,
                         [=, keys = emulated::raw(keys), in = emulated::raw(in), out = emulated::raw(out)]() mutable {
                           thrust::emulated::exclusive_scan_by_key_impl()(keys, keys + static_cast<std::ptrdiff_t>(n),
                                                                          in, out);
                         });
  }
};

struct DeviceSelect {
  template <class In, class Flags, class Out, class Count, class N>
  static cudaError_t Flagged(void* storage, std::size_t& bytes, In in, Flags flags, Out out, Count count_out, N n,
                             cudaStream_t stream = nullptr) {
    return emulated::run(storage, bytes, stream,
                         [=, in = emulated::raw(in), flags = emulated::raw(flags), out = emulated::raw(out),
                          count_out = emulated::raw(count_out)]() mutable {
                           const auto end = thrust::emulated::copy_if_impl()(in, in + static_cast<std::ptrdiff_t>(n),
                                                                             flags, out, thrust::identity<>());
                           *count_out = static_cast<emulated::ValueOf<Count>>(end - out);
                         });
  }
  template <class It, class Flags, class Count, class N, std::enable_if_t<std::is_integral_v<N>, int> = 0>
  static cudaError_t Flagged(void* storage, std::size_t& bytes, It data, Flags flags, Count count_out, N n,
                             cudaStream_t stream = nullptr) {
    return Flagged(storage, bytes, data, flags, data, count_out, n, stream);
  }
  template <class In, class Out, class Count, class N, class P, std::enable_if_t<std::is_integral_v<N>, int> = 0>
  static cudaError_t If(void* storage, std::size_t& bytes, In in, Out out, Count count_out, N n, P wanted,
                        cudaStream_t stream = nullptr) {
    return emulated::run(
        storage, bytes, stream,
        [=, in = emulated::raw(in), out = emulated::raw(out), count_out = emulated::raw(count_out)]() mutable {
          const auto end = thrust::emulated::copy_if_impl()(in, in + static_cast<std::ptrdiff_t>(n), out, wanted);
          *count_out = static_cast<emulated::ValueOf<Count>>(end - out);
        });
  }
  template <class It, class Count, class N, class P, std::enable_if_t<std::is_integral_v<N>, int> = 0>
  static cudaError_t If(void* storage, std::size_t& bytes, It data, Count count_out, N n, P wanted,
                        cudaStream_t stream = nullptr) {
    return If(storage, bytes, data, data, count_out, n, wanted, stream);
  }
  template <class In, class Out, class Count, class N>
  static cudaError_t Unique(void* storage, std::size_t& bytes, In in, Out out, Count count_out, N n,
                            cudaStream_t stream = nullptr) {
    return emulated::run(
        storage, bytes, stream,
        [=, in = emulated::raw(in), out = emulated::raw(out), count_out = emulated::raw(count_out)]() mutable {
          const auto end = thrust::emulated::unique_copy_impl()(in, in + static_cast<std::ptrdiff_t>(n), out);
          *count_out = static_cast<emulated::ValueOf<Count>>(end - out);
        });
  }
  template <class Keys, class Values, class KeysOut, class ValuesOut, class Count, class N>
  static cudaError_t UniqueByKey(void* storage, std::size_t& bytes, Keys keys, Values values, KeysOut keys_out,
                                 ValuesOut values_out, Count count_out, N n, cudaStream_t stream = nullptr) {
    return emulated::run(
        storage, bytes, stream,
        [=, keys = emulated::raw(keys), values = emulated::raw(values), keys_out = emulated::raw(keys_out),
         values_out = emulated::raw(values_out), count_out = emulated::raw(count_out)]() mutable {
          const auto ends = thrust::emulated::unique_by_key_copy_impl()(keys, keys + static_cast<std::ptrdiff_t>(n),
                                                                        values, keys_out, values_out);
          *count_out = static_cast<emulated::ValueOf<Count>>(ends.first - keys_out);
        });
  }
};

// The selected ones in order in front, the others behind them in reverse.
struct DevicePartition {
  template <class In, class Out, class Count, class N, class P>
  static cudaError_t If(void* storage, std::size_t& bytes, In in, Out out, Count count_out, N n, P wanted,
                        cudaStream_t stream = nullptr) {
    return emulated::run(
        storage, bytes, stream,
        [=, in = emulated::raw(in), out = emulated::raw(out), count_out = emulated::raw(count_out)]() mutable {
          *count_out = static_cast<emulated::ValueOf<Count>>(
              split(in, out, static_cast<std::ptrdiff_t>(n), [&](std::ptrdiff_t i) -> bool { return wanted(in[i]); }));
        });
  }
  template <class In, class Flags, class Out, class Count, class N>
  static cudaError_t Flagged(void* storage, std::size_t& bytes, In in, Flags flags, Out out, Count count_out, N n,
                             cudaStream_t stream = nullptr) {
    return emulated::run(
        storage, bytes, stream,
        [=, in = emulated::raw(in), flags = emulated::raw(flags), out = emulated::raw(out),
         count_out = emulated::raw(count_out)]() mutable {
          *count_out = static_cast<emulated::ValueOf<Count>>(
              split(in, out, static_cast<std::ptrdiff_t>(n), [&](std::ptrdiff_t i) -> bool { return flags[i]; }));
        });
  }

 private:
  template <class In, class Out, class P>
  static std::ptrdiff_t split(In in, Out out, std::ptrdiff_t n, P wanted) {
    std::ptrdiff_t front = 0, back = n;
    for (std::ptrdiff_t i = 0; i < n; ++i) out[wanted(i) ? front++ : --back] = in[i];
    return front;
  }
};

struct DeviceRunLengthEncode {
  template <class In, class Values, class Lengths, class Count, class N>
  static cudaError_t Encode(void* storage, std::size_t& bytes, In in, Values values_out, Lengths lengths_out,
                            Count count_out, N n, cudaStream_t stream = nullptr) {
    using Length = emulated::ValueOf<Lengths>;
    return DeviceReduce::ReduceByKey(storage, bytes, in, values_out, thrust::constant_iterator<Length>(Length{1}),
                                     lengths_out, count_out, emulated::Plus<Length>(), n, stream);
  }
  template <class In, class Offsets, class Lengths, class Count, class N>
  static cudaError_t NonTrivialRuns(void* storage, std::size_t& bytes, In in, Offsets offsets_out, Lengths lengths_out,
                                    Count count_out, N n, cudaStream_t stream = nullptr) {
    return emulated::run(storage, bytes, stream,
                         [=, in = emulated::raw(in), offsets_out = emulated::raw(offsets_out),
                          lengths_out = emulated::raw(lengths_out), count_out = emulated::raw(count_out)]() mutable {
                           std::ptrdiff_t runs = 0, count = static_cast<std::ptrdiff_t>(n);
                           for (std::ptrdiff_t begin = 0, end; begin < count; begin = end) {
                             for (end = begin + 1; end < count && in[end] == in[begin];) ++end;
                             if (end - begin < 2) continue;
                             offsets_out[runs] = static_cast<emulated::ValueOf<Offsets>>(begin);
                             lengths_out[runs++] = static_cast<emulated::ValueOf<Lengths>>(end - begin);
                           }
                           *count_out = static_cast<emulated::ValueOf<Count>>(runs);
                         });
  }
};

struct DeviceRadixSort {
  template <class K, class N>
  static cudaError_t SortKeys(void* storage, std::size_t& bytes, const K* in, K* out, N n, int begin_bit = 0,
                              int end_bit = sizeof(K) * 8, cudaStream_t stream = nullptr) {
    return sort<K, NullType>(storage, bytes, in, out, nullptr, nullptr, n, false, begin_bit, end_bit, stream);
  }
  template <class K, class N>
  static cudaError_t SortKeysDescending(void* storage, std::size_t& bytes, const K* in, K* out, N n, int begin_bit = 0,
                                        int end_bit = sizeof(K) * 8, cudaStream_t stream = nullptr) {
    return sort<K, NullType>(storage, bytes, in, out, nullptr, nullptr, n, true, begin_bit, end_bit, stream);
  }
  template <class K, class V, class N>
  static cudaError_t SortPairs(void* storage, std::size_t& bytes, const K* in, K* out, const V* values, V* values_out,
                               N n, int begin_bit = 0, int end_bit = sizeof(K) * 8, cudaStream_t stream = nullptr) {
    return sort<K, V>(storage, bytes, in, out, values, values_out, n, false, begin_bit, end_bit, stream);
  }
  template <class K, class V, class N>
  static cudaError_t SortPairsDescending(void* storage, std::size_t& bytes, const K* in, K* out, const V* values,
                                         V* values_out, N n, int begin_bit = 0, int end_bit = sizeof(K) * 8,
                                         cudaStream_t stream = nullptr) {
    return sort<K, V>(storage, bytes, in, out, values, values_out, n, true, begin_bit, end_bit, stream);
  }
  template <class K, class N>
  static cudaError_t SortKeys(void* storage, std::size_t& bytes, DoubleBuffer<K>& keys, N n, int begin_bit = 0,
                              int end_bit = sizeof(K) * 8, cudaStream_t stream = nullptr) {
    return buffered<K, NullType>(storage, bytes, keys, nullptr, n, false, begin_bit, end_bit, stream);
  }
  template <class K, class N>
  static cudaError_t SortKeysDescending(void* storage, std::size_t& bytes, DoubleBuffer<K>& keys, N n,
                                        int begin_bit = 0, int end_bit = sizeof(K) * 8, cudaStream_t stream = nullptr) {
    return buffered<K, NullType>(storage, bytes, keys, nullptr, n, true, begin_bit, end_bit, stream);
  }
  template <class K, class V, class N>
  static cudaError_t SortPairs(void* storage, std::size_t& bytes, DoubleBuffer<K>& keys, DoubleBuffer<V>& values, N n,
                               int begin_bit = 0, int end_bit = sizeof(K) * 8, cudaStream_t stream = nullptr) {
    return buffered(storage, bytes, keys, &values, n, false, begin_bit, end_bit, stream);
  }
  template <class K, class V, class N>
  static cudaError_t SortPairsDescending(void* storage, std::size_t& bytes, DoubleBuffer<K>& keys,
                                         DoubleBuffer<V>& values, N n, int begin_bit = 0, int end_bit = sizeof(K) * 8,
                                         cudaStream_t stream = nullptr) {
    return buffered(storage, bytes, keys, &values, n, true, begin_bit, end_bit, stream);
  }

  template <class K, class V>
  static void sort_now(const K* in, K* out, const V* values, V* values_out, std::size_t n, bool descending,
                       int begin_bit, int end_bit) {
    const auto order = emulated::radix_order(in, n, descending, begin_bit, end_bit);
    std::vector<K> keys(n);
    for (std::size_t i = 0; i < n; ++i) keys[i] = in[order[i]];
    if (values) {
      std::vector<V> moved(n);
      for (std::size_t i = 0; i < n; ++i) moved[i] = values[order[i]];
      std::copy(moved.begin(), moved.end(), values_out);
    }
    std::copy(keys.begin(), keys.end(), out);
  }

 private:
  template <class K, class V, class N>
  static cudaError_t sort(void* storage, std::size_t& bytes, const K* in, K* out, const V* values, V* values_out, N n,
                          bool descending, int begin_bit, int end_bit, cudaStream_t stream) {
    return emulated::run(storage, bytes, stream, [=] {
      sort_now(in, out, values, values_out, static_cast<std::size_t>(n), descending, begin_bit, end_bit);
    });
  }
  template <class K, class V, class N>
  static cudaError_t buffered(void* storage, std::size_t& bytes, DoubleBuffer<K>& keys, DoubleBuffer<V>* values, N n,
                              bool descending, int begin_bit, int end_bit, cudaStream_t stream) {
    const cudaError_t error =
        sort<K, V>(storage, bytes, keys.Current(), keys.Alternate(), values ? values->Current() : nullptr,
                   values ? values->Alternate() : nullptr, n, descending, begin_bit, end_bit, stream);
    if (storage && error == cudaSuccess) {
      keys.selector ^= 1;
      if (values) values->selector ^= 1;
    }
    return error;
  }
};

struct DeviceMergeSort {
  template <class Keys, class N, class Less>
  static cudaError_t StableSortKeys(void* storage, std::size_t& bytes, Keys keys, N n, Less less,
                                    cudaStream_t stream = nullptr) {
    return emulated::run(storage, bytes, stream, [=, keys = emulated::raw(keys)]() mutable {
      thrust::emulated::stable_sort_impl()(keys, keys + static_cast<std::ptrdiff_t>(n), less);
    });
  }
  template <class Keys, class N, class Less>
  static cudaError_t SortKeys(void* storage, std::size_t& bytes, Keys keys, N n, Less less,
                              cudaStream_t stream = nullptr) {
    return StableSortKeys(storage, bytes, keys, n, less, stream);
  }
  template <class Keys, class Values, class N, class Less>
  static cudaError_t StableSortPairs(void* storage, std::size_t& bytes, Keys keys, Values values, N n, Less less,
                                     cudaStream_t stream = nullptr) {
    return emulated::run(
        storage, bytes, stream, [=, keys = emulated::raw(keys), values = emulated::raw(values)]() mutable {
          thrust::emulated::stable_sort_by_key_impl()(keys, keys + static_cast<std::ptrdiff_t>(n), values, less);
        });
  }
  template <class Keys, class Values, class N, class Less>
  static cudaError_t SortPairs(void* storage, std::size_t& bytes, Keys keys, Values values, N n, Less less,
                               cudaStream_t stream = nullptr) {
    return StableSortPairs(storage, bytes, keys, values, n, less, stream);
  }
};

struct DeviceSegmentedReduce {
  template <class In, class Out, class Begin, class End, class Op, class T>
  static cudaError_t Reduce(void* storage, std::size_t& bytes, In in, Out out, std::int64_t segments, Begin begin,
                            End end, Op op, T initial, cudaStream_t stream = nullptr) {
    return emulated::run(storage, bytes, stream,
                         [=, in = emulated::raw(in), out = emulated::raw(out), begin = emulated::raw(begin),
                          end = emulated::raw(end)]() mutable {
                           for (std::int64_t s = 0; s < segments; ++s) {
                             out[s] =
                                 thrust::emulated::reduce_impl()(in + static_cast<std::ptrdiff_t>(begin[s]),
                                                                 in + static_cast<std::ptrdiff_t>(end[s]), initial, op);
                           }
                         });
  }
  template <class In, class Out, class Begin, class End>
  static cudaError_t Sum(void* storage, std::size_t& bytes, In in, Out out, std::int64_t segments, Begin begin, End end,
                         cudaStream_t stream = nullptr) {
    using T = emulated::ValueOf<In>;
    return Reduce(storage, bytes, in, out, segments, begin, end, emulated::Plus<T>(), T{}, stream);
  }
  template <class In, class Out, class Begin, class End>
  static cudaError_t Min(void* storage, std::size_t& bytes, In in, Out out, std::int64_t segments, Begin begin, End end,
                         cudaStream_t stream = nullptr) {
    using T = emulated::ValueOf<In>;
    return Reduce(storage, bytes, in, out, segments, begin, end, emulated::Min<T>(), std::numeric_limits<T>::max(),
                  stream);
  }
  template <class In, class Out, class Begin, class End>
  static cudaError_t Max(void* storage, std::size_t& bytes, In in, Out out, std::int64_t segments, Begin begin, End end,
                         cudaStream_t stream = nullptr) {
    using T = emulated::ValueOf<In>;
    return Reduce(storage, bytes, in, out, segments, begin, end, emulated::Max<T>(), std::numeric_limits<T>::lowest(),
                  stream);
  }
};

// Elements outside of every segment are not written.
struct DeviceSegmentedSort {
#define CUDA_EMULATOR_SEGMENTED(keys_name, pairs_name, descending)                                                 \
  template <class K, class N, class Begin, class End>                                                              \
  static cudaError_t keys_name(void* storage, std::size_t& bytes, const K* in, K* out, N, std::int64_t segments,   \
                               Begin begin, End end, cudaStream_t stream = nullptr) {                              \
    return sort<K, NullType>(storage, bytes, in, out, nullptr, nullptr, segments, begin, end, descending, stream); \
  }                                                                                                                \
  template <class K, class V, class N, class Begin, class End>                                                     \
  static cudaError_t pairs_name(void* storage, std::size_t& bytes, const K* in, K* out, const V* values,           \
                                V* values_out, N, std::int64_t segments, Begin begin, End end,                     \
                                cudaStream_t stream = nullptr) {                                                   \
    return sort<K, V>(storage, bytes, in, out, values, values_out, segments, begin, end, descending, stream);      \
  }
  CUDA_EMULATOR_SEGMENTED(SortKeys, SortPairs, false)
  CUDA_EMULATOR_SEGMENTED(SortKeysDescending, SortPairsDescending, true)
  CUDA_EMULATOR_SEGMENTED(StableSortKeys, StableSortPairs, false)
  CUDA_EMULATOR_SEGMENTED(StableSortKeysDescending, StableSortPairsDescending, true)
#undef CUDA_EMULATOR_SEGMENTED

 private:
  template <class K, class V, class Begin, class End>
  static cudaError_t sort(void* storage, std::size_t& bytes, const K* in, K* out, const V* values, V* values_out,
                          std::int64_t segments, Begin begin, End end, bool descending, cudaStream_t stream) {
    return emulated::run(storage, bytes, stream, [=, begin = emulated::raw(begin), end = emulated::raw(end)]() mutable {
      for (std::int64_t s = 0; s < segments; ++s) {
        const auto first = static_cast<std::ptrdiff_t>(begin[s]), last = static_cast<std::ptrdiff_t>(end[s]);
        if (first >= last) continue;
        DeviceRadixSort::sort_now(in + first, out + first, values ? values + first : nullptr,
                                  values ? values_out + first : nullptr, static_cast<std::size_t>(last - first),
                                  descending, 0, sizeof(K) * 8);
      }
    });
  }
};
using DeviceSegmentedRadixSort = DeviceSegmentedSort;

struct DeviceHistogram {
  template <class In, class Counter, class Level, class N>
  static cudaError_t HistogramEven(void* storage, std::size_t& bytes, In in, Counter* histogram, int levels,
                                   Level lower, Level upper, N n, cudaStream_t stream = nullptr) {
    return emulated::run(storage, bytes, stream, [=, in = emulated::raw(in)]() mutable {
      count<1, 1>(in, static_cast<std::int64_t>(n), std::array<Counter*, 1>{histogram}, std::array<int, 1>{levels},
                  [=](int, const auto& x) { return even_bin(x, lower, upper, levels); });
    });
  }
  template <class In, class Counter, class Level, class N>
  static cudaError_t HistogramRange(void* storage, std::size_t& bytes, In in, Counter* histogram, int levels,
                                    const Level* bounds, N n, cudaStream_t stream = nullptr) {
    return emulated::run(storage, bytes, stream, [=, in = emulated::raw(in)]() mutable {
      count<1, 1>(in, static_cast<std::int64_t>(n), std::array<Counter*, 1>{histogram}, std::array<int, 1>{levels},
                  [=](int, const auto& x) {
                    return static_cast<int>(std::upper_bound(bounds, bounds + levels, static_cast<Level>(x)) - bounds) -
                           1;
                  });
    });
  }
  // n pixels of `channels` samples each, of which the first `active` ones are counted.
  template <int channels, int active, class In, class Counter, class Level, class N>
  static cudaError_t MultiHistogramEven(void* storage, std::size_t& bytes, In in, Counter* const (&histograms)[active],
                                        const int (&levels)[active], const Level (&lower)[active],
                                        const Level (&upper)[active], N n, cudaStream_t stream = nullptr) {
    std::array<Counter*, active> to;
    std::array<int, active> level_counts;
    std::array<Level, active> least, most;
    for (int c = 0; c < active; ++c) {
      to[c] = histograms[c], level_counts[c] = levels[c], least[c] = lower[c], most[c] = upper[c];
    }
    return emulated::run(storage, bytes, stream, [=, in = emulated::raw(in)]() mutable {
      count<channels, active>(in, static_cast<std::int64_t>(n), to, level_counts,
                              [=](int c, const auto& x) { return even_bin(x, least[c], most[c], level_counts[c]); });
    });
  }

 private:
  template <class T, class Level>
  static int even_bin(const T& sample, Level lower, Level upper, int levels) {
    using Common = std::common_type_t<T, Level>;
    const Common x = static_cast<Common>(sample), low = static_cast<Common>(lower), high = static_cast<Common>(upper);
    if (!(x >= low) || !(x < high)) return -1;
    if constexpr (std::is_floating_point_v<Common>) {
      return static_cast<int>((x - low) * (static_cast<Common>(levels - 1) / (high - low)));
    } else {
      return static_cast<int>(static_cast<std::uint64_t>(x - low) * static_cast<std::uint64_t>(levels - 1) /
                              static_cast<std::uint64_t>(high - low));
    }
  }
  template <int channels, int active, class In, class Counter, class Bin>
  static void count(In in, std::int64_t n, const std::array<Counter*, active>& histograms,
                    const std::array<int, active>& levels, Bin bin_of) {
    for (int c = 0; c < active; ++c) std::fill_n(histograms[c], levels[c] - 1, Counter{});
    for (std::int64_t i = 0; i < n; ++i) {
      for (int c = 0; c < active; ++c) {
        const int bin = bin_of(c, in[i * channels + c]);
        if (bin >= 0 && bin < levels[c] - 1) ++histograms[c][bin];
      }
    }
  }
};

struct DeviceFor {
  template <class N, class F>
  static cudaError_t Bulk(N n, F f, cudaStream_t stream = nullptr) {
    std::size_t bytes = 0;
    return Bulk(&bytes, bytes, n, f, stream);
  }
  template <class N, class F>
  static cudaError_t Bulk(void* storage, std::size_t& bytes, N n, F f, cudaStream_t stream = nullptr) {
    return emulated::run(storage, bytes, stream, [=]() mutable {
      for (N i = 0; i < n; ++i) f(i);
    });
  }
  template <class It, class N, class F>
  static cudaError_t ForEachN(It first, N n, F f, cudaStream_t stream = nullptr) {
    std::size_t bytes = 0;
    return emulated::run(&bytes, bytes, stream, [=, first = emulated::raw(first)]() mutable {
      thrust::emulated::for_each_n_impl()(first, n, f);
    });
  }
  template <class It, class F>
  static cudaError_t ForEach(It first, It last, F f, cudaStream_t stream = nullptr) {
    return ForEachN(first, last - first, f, stream);
  }
  template <class It, class N, class F>
  static cudaError_t ForEachCopyN(It first, N n, F f, cudaStream_t stream = nullptr) {
    return ForEachN(first, n, f, stream);
  }
  template <class It, class F>
  static cudaError_t ForEachCopy(It first, It last, F f, cudaStream_t stream = nullptr) {
    return ForEachN(first, last - first, f, stream);
  }
};

struct DeviceTransform {
  template <class... In, class Out, class N, class F>
  static cudaError_t Transform(std::tuple<In...> in, Out out, N n, F f, cudaStream_t stream = nullptr) {
    std::size_t bytes = 0;
    return emulated::run(
        &bytes, bytes, stream,
        [=, in = emulated::raw(thrust::zip_iterator<std::tuple<In...>>(in)), out = emulated::raw(out)]() mutable {
          for (N i = 0; i < n; ++i) {
            out[static_cast<std::ptrdiff_t>(i)] = std::apply(f, in[static_cast<std::ptrdiff_t>(i)]);
          }
        });
  }
  template <class In, class Out, class N, class F>
  static cudaError_t Transform(In in, Out out, N n, F f, cudaStream_t stream = nullptr) {
    return Transform(std::make_tuple(in), out, n, f, stream);
  }
};

struct DeviceAdjacentDifference {
  template <class In, class Out, class N, class Op = std::minus<>>
  static cudaError_t SubtractLeftCopy(void* storage, std::size_t& bytes, In in, Out out, N n, Op op = {},
                                      cudaStream_t stream = nullptr) {
    return emulated::run(storage, bytes, stream, [=, in = emulated::raw(in), out = emulated::raw(out)]() mutable {
      thrust::emulated::adjacent_difference_impl()(in, in + static_cast<std::ptrdiff_t>(n), out, op);
    });
  }
  template <class It, class N, class Op = std::minus<>>
  static cudaError_t SubtractLeft(void* storage, std::size_t& bytes, It data, N n, Op op = {},
                                  cudaStream_t stream = nullptr) {
    return SubtractLeftCopy(storage, bytes, data, data, n, op, stream);
  }
};

// Keeps nothing: memory comes from the runtime and goes back to it.
struct CachingDeviceAllocator {
  template <class... A>
  explicit CachingDeviceAllocator(const A&...) {}
  cudaError_t DeviceAllocate(void** pointer, std::size_t bytes, cudaStream_t = nullptr) {
    return cudaMalloc(pointer, bytes);
  }
  cudaError_t DeviceFree(void* pointer) { return cudaFree(pointer); }
  cudaError_t FreeAllCached() { return cudaSuccess; }
};

}  // namespace cub
