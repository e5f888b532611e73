// CUB's device-wide selections and partitions, and run-length encodings.
#pragma once
#include "emulator/cub/device_reduce.hpp"

namespace cub {
namespace emulated {

// Whether a call's third argument is an equality, not yet the stream.
template <class T>
constexpr bool is_stream = std::is_convertible_v<T, cudaStream_t>;

}  // namespace emulated

// Those with a separate output, and those in place.
struct DeviceSelect {
  template <class In, class Flags, class Out, class Count, class N, std::enable_if_t<std::is_integral_v<N>, int> = 0>
  static cudaError_t Flagged(void* storage, std::size_t& bytes, In in, Flags flags, Out out, Count count_out, N n,
                             cudaStream_t stream = nullptr) {
    return FlaggedIf(storage, bytes, in, flags, out, count_out, n, thrust::identity<>(), stream);
  }
  template <class It, class Flags, class Count, class N, std::enable_if_t<std::is_integral_v<N>, int> = 0>
  static cudaError_t Flagged(void* storage, std::size_t& bytes, It data, Flags flags, Count count_out, N n,
                             cudaStream_t stream = nullptr) {
    return Flagged(storage, bytes, data, flags, data, count_out, n, stream);
  }
  template <class In, class Flags, class Out, class Count, class N, class P,
            std::enable_if_t<std::is_integral_v<N>, int> = 0>
  static cudaError_t FlaggedIf(void* storage, std::size_t& bytes, In in, Flags flags, Out out, Count count_out, N n,
                               P wanted, cudaStream_t stream = nullptr) {
    return select(storage, bytes, in, out, count_out, n, stream,
                  [wanted, flags = emulated::raw(flags)](auto, std::ptrdiff_t i) mutable { return wanted(flags[i]); });
  }
  template <class It, class Flags, class Count, class N, class P, std::enable_if_t<std::is_integral_v<N>, int> = 0>
  static cudaError_t FlaggedIf(void* storage, std::size_t& bytes, It data, Flags flags, Count count_out, N n, P wanted,
                               cudaStream_t stream = nullptr) {
    return FlaggedIf(storage, bytes, data, flags, data, count_out, n, wanted, stream);
  }
  template <class In, class Out, class Count, class N, class P, std::enable_if_t<std::is_integral_v<N>, int> = 0>
  static cudaError_t If(void* storage, std::size_t& bytes, In in, Out out, Count count_out, N n, P wanted,
                        cudaStream_t stream = nullptr) {
    return select(storage, bytes, in, out, count_out, n, stream,
                  [wanted](auto from, std::ptrdiff_t i) mutable { return wanted(from[i]); });
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
        storage, bytes, stream, {emulated::reads(in, n), emulated::writes(count_out, 1)}, emulated::Sharing::all,
        [=, in = emulated::raw(in), out = emulated::raw(out), count_out = emulated::raw(count_out)]() mutable {
          const auto end = thrust::emulated::unique_copy_impl()(in, in + emulated::size(n), out);
          emulated::put_count(count_out, end - out);
        });
  }
  template <class Keys, class Values, class KeysOut, class ValuesOut, class Count, class N, class Equal,
            std::enable_if_t<!emulated::is_stream<Equal>, int> = 0>
  static cudaError_t UniqueByKey(void* storage, std::size_t& bytes, Keys keys, Values values, KeysOut keys_out,
                                 ValuesOut values_out, Count count_out, N n, Equal equal,
                                 cudaStream_t stream = nullptr) {
    return emulated::run(
        storage, bytes, stream,
        [=, keys = emulated::raw(keys), values = emulated::raw(values), keys_out = emulated::raw(keys_out),
         values_out = emulated::raw(values_out), count_out = emulated::raw(count_out)]() mutable {
          const auto ends = thrust::emulated::unique_by_key_copy_impl()(keys, keys + emulated::size(n), values,
                                                                        keys_out, values_out, equal);
          emulated::put_count(count_out, ends.first - keys_out);
        });
  }
  template <class Keys, class Values, class KeysOut, class ValuesOut, class Count, class N>
  static cudaError_t UniqueByKey(void* storage, std::size_t& bytes, Keys keys, Values values, KeysOut keys_out,
                                 ValuesOut values_out, Count count_out, N n, cudaStream_t stream = nullptr) {
    return UniqueByKey(storage, bytes, keys, values, keys_out, values_out, count_out, n, std::equal_to<>(), stream);
  }

 private:
  template <class In, class Out, class Count, class N, class P>
  static cudaError_t select(void* storage, std::size_t& bytes, In in, Out out, Count count_out, N n,
                            cudaStream_t stream, P wanted) {
    emulated::LateCount selected;
    const cudaError_t error = emulated::run(
        storage, bytes, stream, {emulated::reads(in, n), emulated::writes(out, 0), emulated::writes(count_out, 1)},
        emulated::Sharing::all,
        [=, in = emulated::raw(in), out = emulated::raw(out), count_out = emulated::raw(count_out)]() mutable {
          std::ptrdiff_t count = 0;
          for (std::ptrdiff_t i = 0; i < emulated::size(n); ++i) {
            if (wanted(in, i)) out[count++] = in[i];
          }
          emulated::put_count(count_out, count);
          selected.set(count);
        });
    selected.tell(out);
    return error;
  }
};

// The selected ones in order first, the others after them in reverse.
struct DevicePartition {
  template <class In, class Out, class Count, class N, class P>
  static cudaError_t If(void* storage, std::size_t& bytes, In in, Out out, Count count_out, N n, P wanted,
                        cudaStream_t stream = nullptr) {
    return split(storage, bytes, in, out, count_out, n, stream,
                 [wanted](auto from, std::ptrdiff_t i) mutable { return wanted(from[i]); });
  }
  template <class In, class Flags, class Out, class Count, class N>
  static cudaError_t Flagged(void* storage, std::size_t& bytes, In in, Flags flags, Out out, Count count_out, N n,
                             cudaStream_t stream = nullptr) {
    return split(storage, bytes, in, out, count_out, n, stream,
                 [flags = emulated::raw(flags)](auto, std::ptrdiff_t i) { return static_cast<bool>(flags[i]); });
  }
  // In three parts, each in order; two counts.
  template <class In, class First, class Second, class Rest, class Count, class N, class P, class Q>
  static cudaError_t If(void* storage, std::size_t& bytes, In in, First first, Second second, Rest rest,
                        Count counts_out, N n, P in_first, Q in_second, cudaStream_t stream = nullptr) {
    return emulated::run(storage, bytes, stream,
                         [=, in = emulated::raw(in), first = emulated::raw(first), second = emulated::raw(second),
                          rest = emulated::raw(rest), counts_out = emulated::raw(counts_out)]() mutable {
                           std::ptrdiff_t a = 0, b = 0, c = 0;
                           for (std::ptrdiff_t i = 0; i < emulated::size(n); ++i) {
                             if (in_first(in[i])) {
                               first[a++] = in[i];
                             } else if (in_second(in[i])) {
                               second[b++] = in[i];
                             } else {
                               rest[c++] = in[i];
                             }
                           }
                           emulated::put_count(counts_out, a);
                           emulated::put_count(counts_out + 1, b);
                         });
  }

 private:
  template <class In, class Out, class Count, class N, class P>
  static cudaError_t split(void* storage, std::size_t& bytes, In in, Out out, Count count_out, N n, cudaStream_t stream,
                           P wanted) {
    return emulated::run(
        storage, bytes, stream,
        [=, in = emulated::raw(in), out = emulated::raw(out), count_out = emulated::raw(count_out)]() mutable {
          std::ptrdiff_t front = 0, back = emulated::size(n);
          for (std::ptrdiff_t i = 0; i < emulated::size(n); ++i) out[wanted(in, i) ? front++ : --back] = in[i];
          emulated::put_count(count_out, front);
        });
  }
};

struct DeviceRunLengthEncode {
  template <class In, class Values, class Lengths, class Count, class N>
  static cudaError_t Encode(void* storage, std::size_t& bytes, In in, Values values_out, Lengths lengths_out,
                            Count count_out, N n, cudaStream_t stream = nullptr) {
    using Length = typename emulated::OutputOf<Lengths, int>::type;
    return DeviceReduce::ReduceByKey(storage, bytes, in, values_out, thrust::constant_iterator<Length>(Length{1}),
                                     lengths_out, count_out, emulated::Plus(), n, stream);
  }
  template <class In, class Offsets, class Lengths, class Count, class N>
  static cudaError_t NonTrivialRuns(void* storage, std::size_t& bytes, In in, Offsets offsets_out, Lengths lengths_out,
                                    Count count_out, N n, cudaStream_t stream = nullptr) {
    return emulated::run(storage, bytes, stream,
                         [=, in = emulated::raw(in), offsets_out = emulated::raw(offsets_out),
                          lengths_out = emulated::raw(lengths_out), count_out = emulated::raw(count_out)]() mutable {
                           std::ptrdiff_t runs = 0;
                           for (std::ptrdiff_t begin = 0, end; begin < emulated::size(n); begin = end) {
                             for (end = begin + 1; end < emulated::size(n) && in[end - 1] == in[end];) ++end;
                             if (end - begin < 2) continue;
                             emulated::put_count(offsets_out + runs, begin);
                             emulated::put_count(lengths_out + runs++, end - begin);
                           }
                           emulated::put_count(count_out, runs);
                         });
  }
};

}  // namespace cub
