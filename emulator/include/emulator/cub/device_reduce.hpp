// CUB's device-wide reductions and scans.
#pragma once
#include "emulator/cub/device_run.hpp"

namespace cub {
namespace emulated {

using Plus = ::cuda::std::plus<>;
using Least = ::cuda::minimum<>;
using Greatest = ::cuda::maximum<>;

// Adds as a GPU does, not from left to right, so that sums of many floats are as accurate.
template <class Sum, class In, class Op, class F>
Sum fold(In in, std::ptrdiff_t n, Sum initial, Op& op, F f) {
  return thrust::emulated::fold(
      n, initial, [&](std::ptrdiff_t i) -> Sum { return f(in[i]); },
      [&](const Sum& a, const Sum& b) -> Sum { return op(a, b); });
}
struct Same {
  template <class T>
  const T& operator()(const T& x) const {
    return x;
  }
};

// The first of the extreme elements, with its index; for an empty range, the result that CUB documents.
template <bool greatest, class In>
std::pair<std::ptrdiff_t, ValueOf<In>> extremum(In in, std::ptrdiff_t n) {
  using T = ValueOf<In>;
  if (n <= 0) {
    return {1, greatest ? std::numeric_limits<T>::lowest() : std::numeric_limits<T>::max()};
  }
  std::ptrdiff_t best = 0;
  T value = in[0];
  for (std::ptrdiff_t i = 1; i < n; ++i) {
    const T now = in[i];
    if (greatest ? value < now : now < value) best = i, value = now;
  }
  return {best, value};
}

// Input and output may be the same.
template <bool inclusive, class Sum, class In, class Out, class Op>
void scan_from(In in, Out out, std::ptrdiff_t n, Sum sum, Op& op) {
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    const Sum next = op(sum, in[i]);
    out[i] = inclusive ? next : sum;
    sum = next;
  }
}
template <class In, class Out, class Op>
void inclusive_scan(In in, Out out, std::ptrdiff_t n, Op& op) {
  using Sum = Accumulator<Op, ValueOf<In>, ValueOf<In>>;
  if (n <= 0) return;
  const Sum first = in[0];
  out[0] = first;
  scan_from<true>(in + 1, out + 1, n - 1, first, op);
}

}  // namespace emulated

struct DeviceReduce {
  template <class In, class Out, class N, class Op, class T>
  static cudaError_t Reduce(void* storage, std::size_t& bytes, In in, Out out, N n, Op op, T initial,
                            cudaStream_t stream = nullptr) {
    return TransformReduce(storage, bytes, in, out, n, op, emulated::Same(), initial, stream);
  }
  template <class In, class Out, class N>
  static cudaError_t Sum(void* storage, std::size_t& bytes, In in, Out out, N n, cudaStream_t stream = nullptr) {
    using T = typename emulated::OutputOf<Out, emulated::ValueOf<In>>::type;
    return Reduce(storage, bytes, in, out, n, emulated::Plus(), T{}, stream);
  }
  template <class In, class Out, class N>
  static cudaError_t Min(void* storage, std::size_t& bytes, In in, Out out, N n, cudaStream_t stream = nullptr) {
    using T = emulated::ValueOf<In>;
    return Reduce(storage, bytes, in, out, n, emulated::Least(), std::numeric_limits<T>::max(), stream);
  }
  template <class In, class Out, class N>
  static cudaError_t Max(void* storage, std::size_t& bytes, In in, Out out, N n, cudaStream_t stream = nullptr) {
    using T = emulated::ValueOf<In>;
    return Reduce(storage, bytes, in, out, n, emulated::Greatest(), std::numeric_limits<T>::lowest(), stream);
  }
  template <class In, class Value, class Index, std::enable_if_t<!std::is_integral_v<Index>, int> = 0>
  static cudaError_t ArgMin(void* storage, std::size_t& bytes, In in, Value value_out, Index index_out, std::int64_t n,
                            cudaStream_t stream = nullptr) {
    return extremum<false>(storage, bytes, in, value_out, index_out, n, stream);
  }
  template <class In, class Value, class Index, std::enable_if_t<!std::is_integral_v<Index>, int> = 0>
  static cudaError_t ArgMax(void* storage, std::size_t& bytes, In in, Value value_out, Index index_out, std::int64_t n,
                            cudaStream_t stream = nullptr) {
    return extremum<true>(storage, bytes, in, value_out, index_out, n, stream);
  }
  // The older form: one pair of index and value.
  template <class In, class Out>
  static cudaError_t ArgMin(void* storage, std::size_t& bytes, In in, Out out, int n, cudaStream_t stream = nullptr) {
    return pair_of_extremum<false>(storage, bytes, in, out, n, stream);
  }
  template <class In, class Out>
  static cudaError_t ArgMax(void* storage, std::size_t& bytes, In in, Out out, int n, cudaStream_t stream = nullptr) {
    return pair_of_extremum<true>(storage, bytes, in, out, n, stream);
  }
  template <class In, class Out, class N, class Op, class F, class T>
  static cudaError_t TransformReduce(void* storage, std::size_t& bytes, In in, Out out, N n, Op op, F f, T initial,
                                     cudaStream_t stream = nullptr) {
    using emulated::reads, emulated::writes;
    return emulated::run(storage, bytes, stream, {reads(in, n), writes(out, 1)}, emulated::Sharing::any,
                         [=, in = emulated::raw(in), out = emulated::raw(out)]() mutable {
                           using Sum = emulated::Accumulator<Op, T, decltype(f(*in))>;
                           *out = emulated::fold<Sum>(in, emulated::size(n), static_cast<Sum>(initial), op, f);
                         });
  }
  template <class Keys, class KeysOut, class Values, class ValuesOut, class Runs, class Op, class N>
  static cudaError_t ReduceByKey(void* storage, std::size_t& bytes, Keys keys, KeysOut keys_out, Values values,
                                 ValuesOut values_out, Runs runs_out, Op op, N n, cudaStream_t stream = nullptr) {
    return emulated::run(
        storage, bytes, stream, {emulated::reads(keys, n), emulated::reads(values, n), emulated::writes(runs_out, 1)},
        emulated::Sharing::any,
        [=, keys = emulated::raw(keys), keys_out = emulated::raw(keys_out), values = emulated::raw(values),
         values_out = emulated::raw(values_out), runs_out = emulated::raw(runs_out)]() mutable {
          std::ptrdiff_t runs = 0;
          for (std::ptrdiff_t begin = 0, end; begin < emulated::size(n); begin = end) {
            for (end = begin + 1; end < emulated::size(n) && keys[end - 1] == keys[end];) ++end;
            keys_out[runs] = keys[begin];
            values_out[runs++] = sum_of(values + begin, end - begin, op);
          }
          emulated::put_count(runs_out, runs);
        });
  }

 private:
  template <class Values, class Op>
  static auto sum_of(Values values, std::ptrdiff_t n, Op& op) {
    using Sum = emulated::Accumulator<Op, emulated::ValueOf<Values>, emulated::ValueOf<Values>>;
    return emulated::fold<Sum>(values + 1, n - 1, static_cast<Sum>(values[0]), op, emulated::Same());
  }
  template <bool greatest, class In, class Value, class Index>
  static cudaError_t extremum(void* storage, std::size_t& bytes, In in, Value value_out, Index index_out,
                              std::int64_t n, cudaStream_t stream) {
    using emulated::reads, emulated::writes;
    return emulated::run(storage, bytes, stream, {reads(in, n), writes(value_out, 1), writes(index_out, 1)},
                         emulated::Sharing::any,
                         [=, in = emulated::raw(in), value_out = emulated::raw(value_out),
                          index_out = emulated::raw(index_out)]() mutable {
                           const auto best = emulated::extremum<greatest>(in, n);
                           *value_out = best.second;
                           emulated::put_count(index_out, best.first);
                         });
  }
  template <bool greatest, class In, class Out>
  static cudaError_t pair_of_extremum(void* storage, std::size_t& bytes, In in, Out out, int n, cudaStream_t stream) {
    return emulated::run(storage, bytes, stream, {emulated::reads(in, n), emulated::writes(out, 1)},
                         emulated::Sharing::any, [=, in = emulated::raw(in), out = emulated::raw(out)]() mutable {
                           const auto best = emulated::extremum<greatest>(in, n);
                           *out = {static_cast<int>(best.first), best.second};
                         });
  }
};

struct DeviceSegmentedReduce {
  template <class In, class Out, class Begin, class End, class Op, class T>
  static cudaError_t Reduce(void* storage, std::size_t& bytes, In in, Out out, std::int64_t segments, Begin begin,
                            End end, Op op, T initial, cudaStream_t stream = nullptr) {
    using Sum = emulated::Accumulator<Op, T, emulated::ValueOf<In>>;
    return each_segment(storage, bytes, in, out, segments, begin, end, stream,
                        [=](auto first, std::ptrdiff_t n) mutable {
                          return emulated::fold<Sum>(first, n, static_cast<Sum>(initial), op, emulated::Same());
                        });
  }
  template <class In, class Out, class Begin, class End>
  static cudaError_t Sum(void* storage, std::size_t& bytes, In in, Out out, std::int64_t segments, Begin begin, End end,
                         cudaStream_t stream = nullptr) {
    using T = typename emulated::OutputOf<Out, emulated::ValueOf<In>>::type;
    return Reduce(storage, bytes, in, out, segments, begin, end, emulated::Plus(), T{}, stream);
  }
  template <class In, class Out, class Begin, class End>
  static cudaError_t Min(void* storage, std::size_t& bytes, In in, Out out, std::int64_t segments, Begin begin, End end,
                         cudaStream_t stream = nullptr) {
    using T = emulated::ValueOf<In>;
    return Reduce(storage, bytes, in, out, segments, begin, end, emulated::Least(), std::numeric_limits<T>::max(),
                  stream);
  }
  template <class In, class Out, class Begin, class End>
  static cudaError_t Max(void* storage, std::size_t& bytes, In in, Out out, std::int64_t segments, Begin begin, End end,
                         cudaStream_t stream = nullptr) {
    using T = emulated::ValueOf<In>;
    return Reduce(storage, bytes, in, out, segments, begin, end, emulated::Greatest(), std::numeric_limits<T>::lowest(),
                  stream);
  }
  // Pairs of the index within the segment and the value.
  template <class In, class Out, class Begin, class End>
  static cudaError_t ArgMin(void* storage, std::size_t& bytes, In in, Out out, std::int64_t segments, Begin begin,
                            End end, cudaStream_t stream = nullptr) {
    return extrema<false>(storage, bytes, in, out, segments, begin, end, stream);
  }
  template <class In, class Out, class Begin, class End>
  static cudaError_t ArgMax(void* storage, std::size_t& bytes, In in, Out out, std::int64_t segments, Begin begin,
                            End end, cudaStream_t stream = nullptr) {
    return extrema<true>(storage, bytes, in, out, segments, begin, end, stream);
  }

 private:
  template <class In, class Out, class Begin, class End, class F>
  static cudaError_t each_segment(void* storage, std::size_t& bytes, In in, Out out, std::int64_t segments, Begin begin,
                                  End end, cudaStream_t stream, F f) {
    using emulated::reads, emulated::writes;
    const emulated::LateCount reach;
    const cudaError_t error =
        emulated::run(storage, bytes, stream, {reads(begin, segments), reads(end, segments), writes(out, segments)},
                      emulated::Sharing::none,
                      [=, in = emulated::raw(in), out = emulated::raw(out), begin = emulated::raw(begin),
                       end = emulated::raw(end)]() mutable {
                        reach.set_segments(begin, end, segments);
                        for (std::ptrdiff_t s = 0; s < segments; ++s) {
                          const auto first = static_cast<std::ptrdiff_t>(begin[s]);
                          out[s] = f(in + first, static_cast<std::ptrdiff_t>(end[s]) - first);
                        }
                      });
    reach.tell(in, false);
    return error;
  }
  template <bool greatest, class In, class Out, class Begin, class End>
  static cudaError_t extrema(void* storage, std::size_t& bytes, In in, Out out, std::int64_t segments, Begin begin,
                             End end, cudaStream_t stream) {
    return each_segment(storage, bytes, in, out, segments, begin, end, stream, [](auto first, std::ptrdiff_t n) {
      const auto best = emulated::extremum<greatest>(first, n);
      return KeyValuePair<int, emulated::ValueOf<In>>(static_cast<int>(best.first), best.second);
    });
  }
};

// Each scan has a second form that works in place.
struct DeviceScan {
  template <class In, class Out, class Op, class N, std::enable_if_t<std::is_integral_v<N>, int> = 0>
  static cudaError_t InclusiveScan(void* storage, std::size_t& bytes, In in, Out out, Op op, N n,
                                   cudaStream_t stream = nullptr) {
    return emulated::run(storage, bytes, stream, {emulated::reads(in, n), emulated::writes(out, n)},
                         emulated::Sharing::all, [=, in = emulated::raw(in), out = emulated::raw(out)]() mutable {
                           emulated::inclusive_scan(in, out, emulated::size(n), op);
                         });
  }
  template <class It, class Op, class N, std::enable_if_t<std::is_integral_v<N>, int> = 0>
  static cudaError_t InclusiveScan(void* storage, std::size_t& bytes, It data, Op op, N n,
                                   cudaStream_t stream = nullptr) {
    return InclusiveScan(storage, bytes, data, data, op, n, stream);
  }
  template <class In, class Out, class Op, class T, class N>
  static cudaError_t InclusiveScanInit(void* storage, std::size_t& bytes, In in, Out out, Op op, T initial, N n,
                                       cudaStream_t stream = nullptr) {
    return scan<true>(storage, bytes, in, out, op, initial, n, stream);
  }
  template <class In, class Out, class Op, class T, class N, std::enable_if_t<std::is_integral_v<N>, int> = 0>
  static cudaError_t ExclusiveScan(void* storage, std::size_t& bytes, In in, Out out, Op op, T initial, N n,
                                   cudaStream_t stream = nullptr) {
    return scan<false>(storage, bytes, in, out, op, initial, n, stream);
  }
  template <class It, class Op, class T, class N, std::enable_if_t<std::is_integral_v<N>, int> = 0>
  static cudaError_t ExclusiveScan(void* storage, std::size_t& bytes, It data, Op op, T initial, N n,
                                   cudaStream_t stream = nullptr) {
    return scan<false>(storage, bytes, data, data, op, initial, n, stream);
  }
  template <class In, class Out, class N, std::enable_if_t<std::is_integral_v<N>, int> = 0>
  static cudaError_t InclusiveSum(void* storage, std::size_t& bytes, In in, Out out, N n,
                                  cudaStream_t stream = nullptr) {
    return InclusiveScan(storage, bytes, in, out, emulated::Plus(), n, stream);
  }
  template <class In, class Out, class N, std::enable_if_t<std::is_integral_v<N>, int> = 0>
  static cudaError_t ExclusiveSum(void* storage, std::size_t& bytes, In in, Out out, N n,
                                  cudaStream_t stream = nullptr) {
    return ExclusiveScan(storage, bytes, in, out, emulated::Plus(), emulated::ValueOf<In>{}, n, stream);
  }
  template <class It, class N, std::enable_if_t<std::is_integral_v<N>, int> = 0>
  static cudaError_t InclusiveSum(void* storage, std::size_t& bytes, It data, N n, cudaStream_t stream = nullptr) {
    return InclusiveSum(storage, bytes, data, data, n, stream);
  }
  template <class It, class N, std::enable_if_t<std::is_integral_v<N>, int> = 0>
  static cudaError_t ExclusiveSum(void* storage, std::size_t& bytes, It data, N n, cudaStream_t stream = nullptr) {
    return ExclusiveSum(storage, bytes, data, data, n, stream);
  }
  template <class Keys, class In, class Out, class Op, class N, class Equal = std::equal_to<>>
  static cudaError_t InclusiveScanByKey(void* storage, std::size_t& bytes, Keys keys, In in, Out out, Op op, N n,
                                        Equal equal = {}, cudaStream_t stream = nullptr) {
    return each_run(
        storage, bytes, keys, in, out, n, equal, stream,
        [op](auto from, auto to, std::ptrdiff_t count) mutable { emulated::inclusive_scan(from, to, count, op); });
  }
  template <class Keys, class In, class Out, class Op, class T, class N, class Equal = std::equal_to<>>
  static cudaError_t ExclusiveScanByKey(void* storage, std::size_t& bytes, Keys keys, In in, Out out, Op op, T initial,
                                        N n, Equal equal = {}, cudaStream_t stream = nullptr) {
    using Sum = emulated::Accumulator<Op, T, emulated::ValueOf<In>>;
    return each_run(storage, bytes, keys, in, out, n, equal, stream,
                    [=](auto from, auto to, std::ptrdiff_t count) mutable {
                      emulated::scan_from<false>(from, to, count, static_cast<Sum>(initial), op);
                    });
  }
  template <class Keys, class In, class Out, class N, class Equal = std::equal_to<>>
  static cudaError_t InclusiveSumByKey(void* storage, std::size_t& bytes, Keys keys, In in, Out out, N n,
                                       Equal equal = {}, cudaStream_t stream = nullptr) {
    return InclusiveScanByKey(storage, bytes, keys, in, out, emulated::Plus(), n, equal, stream);
  }
  template <class Keys, class In, class Out, class N, class Equal = std::equal_to<>>
  static cudaError_t ExclusiveSumByKey(void* storage, std::size_t& bytes, Keys keys, In in, Out out, N n,
                                       Equal equal = {}, cudaStream_t stream = nullptr) {
    return ExclusiveScanByKey(storage, bytes, keys, in, out, emulated::Plus(), emulated::ValueOf<In>{}, n, equal,
                              stream);
  }

 private:
  template <class T>
  struct InitialOf {
    using type = T;
  };
  template <class T, class It>
  struct InitialOf<FutureValue<T, It>> {
    using type = T;
  };
  template <bool inclusive, class In, class Out, class Op, class T, class N>
  static cudaError_t scan(void* storage, std::size_t& bytes, In in, Out out, Op op, T initial, N n,
                          cudaStream_t stream) {
    return emulated::run(storage, bytes, stream, {emulated::reads(in, n), emulated::writes(out, n)},
                         emulated::Sharing::all, [=, in = emulated::raw(in), out = emulated::raw(out)]() mutable {
                           using Initial = typename InitialOf<T>::type;
                           using Sum = emulated::Accumulator<Op, Initial, emulated::ValueOf<In>>;
                           emulated::scan_from<inclusive>(in, out, emulated::size(n),
                                                          static_cast<Sum>(static_cast<Initial>(initial)), op);
                         });
  }
  template <class Keys, class In, class Out, class N, class Equal, class F>
  static cudaError_t each_run(void* storage, std::size_t& bytes, Keys keys, In in, Out out, N n, Equal equal,
                              cudaStream_t stream, F f) {
    using emulated::reads, emulated::writes;
    return emulated::run(storage, bytes, stream, {reads(keys, n), reads(in, n), writes(out, n)}, emulated::Sharing::all,
                         [=, keys = emulated::raw(keys), in = emulated::raw(in), out = emulated::raw(out)]() mutable {
                           std::ptrdiff_t begin = 0;
                           // The keys are compared before the run is written: the output may overwrite them.
                           for (std::ptrdiff_t end = 1; begin < emulated::size(n); begin = end++) {
                             while (end < emulated::size(n) && equal(keys[end - 1], keys[end])) ++end;
                             f(in + begin, out + begin, end - begin);
                           }
                         });
  }
};

}  // namespace cub
