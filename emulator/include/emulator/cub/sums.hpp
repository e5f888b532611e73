// CUB's reductions and scans of a block and of a warp: the threads meet in the temporary storage, and one works for
// all. A reduction adds in the order in which CUB's threads add, so that floats give the same result.
#pragma once
#include "emulator/cub/group.hpp"

namespace cub {

enum BlockReduceAlgorithm {
  BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY,
  BLOCK_REDUCE_RAKING,
  BLOCK_REDUCE_WARP_REDUCTIONS,
  BLOCK_REDUCE_WARP_REDUCTIONS_NONDETERMINISTIC
};
enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };

namespace emulated {

using Add = ::cuda::std::plus<>;

// A warp's shuffles add neighbours, then pairs, then fours.
template <class T, class Op>
T warp_sum(const T* values, int count, Op& op) {
  if (count == 1) return values[0];
  int half = 1;
  while (half * 2 < count) half *= 2;
  return op(warp_sum(values, half, op), warp_sum(values + half, count - half, op));
}
template <class T, class Op>
T plain_sum(T sum, const T* values, int count, Op& op) {
  for (int i = 0; i < count; ++i) sum = op(sum, values[i]);
  return sum;
}
template <int threads, BlockReduceAlgorithm algorithm, class T, class Op>
T block_sum(T* values, int count, Op& op) {
  constexpr bool whole_warps = threads > 32 && threads % 32 == 0;
  constexpr int share = threads / 32;  // of each thread of the first warp, which "rakes" the others' values
  if constexpr (algorithm == BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY && whole_warps) {
    if (count == threads) {
      for (int i = 0; i < 32; ++i) values[i] = plain_sum(values[i], values + 32 + i * (share - 1), share - 1, op);
      return warp_sum(values, 32, op);
    }
  }
  if constexpr (algorithm <= BLOCK_REDUCE_RAKING && whole_warps) {
    const int rakers = (count + share - 1) / share;
    for (int i = 0; i < rakers; ++i) {
      const T* const first = values + i * share;
      values[i] = plain_sum(first[0], first + 1, min(share, count - i * share) - 1, op);
    }
    return warp_sum(values, rakers, op);
  }
  T sum = warp_sum(values, min(count, 32), op);
  for (int first = 32; first < count; first += 32) sum = op(sum, warp_sum(values + first, min(count - first, 32), op));
  return sum;
}

template <class T, class Threads, BlockReduceAlgorithm algorithm>
class ReduceFunctions {
 public:
  struct TempStorage {
    Room<T, Threads::threads> values;
  };
  explicit ReduceFunctions(TempStorage& storage) : storage_(storage) {}

  // The first thread returns the result.
  template <class Op>
  CUDA_EMULATOR_INLINE T Reduce(T value, Op op) {
    return Reduce(value, op, Threads::threads);
  }
  template <class Op>
  CUDA_EMULATOR_INLINE T Reduce(T value, Op op, int valid) {
    const int rank = Threads::rank();
    if (rank < valid) storage_.values[rank] = value;
    Threads::meet();
    if (rank == 0 && valid > 0) value = block_sum<Threads::threads, algorithm>(storage_.values.begin(), valid, op);
    Threads::leave();
    return value;
  }
  template <int n, class Op>
  CUDA_EMULATOR_INLINE T Reduce(T (&items)[n], Op op) {
    return Reduce(plain_sum(items[0], items + 1, n - 1, op), op);
  }
  CUDA_EMULATOR_INLINE T Sum(T value) { return Reduce(value, Add()); }
  CUDA_EMULATOR_INLINE T Sum(T value, int valid) { return Reduce(value, Add(), valid); }
  template <int n>
  CUDA_EMULATOR_INLINE T Sum(T (&items)[n]) {
    return Reduce(items, Add());
  }

 protected:
  TempStorage& storage_;
};

// Shared by scans of a block and of a warp. After the operator there may be a variable for the total, which does not
// include the initial value; in a block also a callback that gets the total and returns the prefix of the tile. For an
// exclusive scan without either, CUB leaves the first result undefined; here it is the type's zero.
template <class T, class Threads>
class ScanFunctions {
 public:
  struct TempStorage {
    Room<T, Threads::threads> values;
    Room<T, 1> front;
  };
  explicit ScanFunctions(TempStorage& storage) : storage_(storage) {}

  template <class... A>
  CUDA_EMULATOR_INLINE void InclusiveScan(T in, T& out, A&&... arguments) {
    scan<true, 1>(&in, &out, arguments...);
  }
  template <int n, class... A>
  CUDA_EMULATOR_INLINE void InclusiveScan(T (&in)[n], T (&out)[n], A&&... arguments) {
    scan<true, n>(in, out, arguments...);
  }
  template <class... A>
  CUDA_EMULATOR_INLINE void ExclusiveScan(T in, T& out, A&&... arguments) {
    scan<false, 1>(&in, &out, arguments...);
  }
  template <int n, class... A>
  CUDA_EMULATOR_INLINE void ExclusiveScan(T (&in)[n], T (&out)[n], A&&... arguments) {
    scan<false, n>(in, out, arguments...);
  }
  template <class... Last>
  CUDA_EMULATOR_INLINE void InclusiveSum(T in, T& out, Last&&... last) {
    Add add;
    scan<true, 1>(&in, &out, add, last...);
  }
  template <int n, class... Last>
  CUDA_EMULATOR_INLINE void InclusiveSum(T (&in)[n], T (&out)[n], Last&&... last) {
    Add add;
    scan<true, n>(in, out, add, last...);
  }
  template <class... Last>
  CUDA_EMULATOR_INLINE void ExclusiveSum(T in, T& out, Last&&... last) {
    sum_from_zero<1>(&in, &out, last...);
  }
  template <int n, class... Last>
  CUDA_EMULATOR_INLINE void ExclusiveSum(T (&in)[n], T (&out)[n], Last&&... last) {
    sum_from_zero<n>(in, out, last...);
  }

 protected:
  template <class A>
  static constexpr bool is_operator = std::is_invocable_v<A&, const T&, const T&>;
  template <class A>
  static constexpr bool is_callback = std::is_invocable_v<A&, T>;

  // Afterwards values[i] is the sum of all threads up to and including i.
  template <class Op>
  CUDA_EMULATOR_INLINE void sums(const T& value, Op& op) {
    storage_.values[Threads::rank()] = value;
    Threads::meet();
    if (Threads::rank() == 0) {
      for (int i = 1; i < Threads::threads; ++i) storage_.values[i] = op(storage_.values[i - 1], storage_.values[i]);
    }
    Threads::meet();
  }
  template <bool inclusive, int n, class Op>
  CUDA_EMULATOR_INLINE void scan(const T* in, T* out, Op& op) {
    work<inclusive, n>(in, out, op, static_cast<T*>(nullptr), static_cast<NoStorage*>(nullptr));
  }
  template <bool inclusive, int n, class A, class B>
  CUDA_EMULATOR_INLINE void scan(const T* in, T* out, A& a, B& b) {
    if constexpr (!is_operator<A>) {
      T initial = static_cast<T>(a);
      work<inclusive, n>(in, out, b, &initial, static_cast<NoStorage*>(nullptr));
    } else {
      work<inclusive, n>(in, out, a, static_cast<T*>(nullptr), &b);
    }
  }
  template <bool inclusive, int n, class A, class Op, class Total>
  CUDA_EMULATOR_INLINE void scan(const T* in, T* out, A& a, Op& op, Total& total) {
    T initial = static_cast<T>(a);
    work<inclusive, n>(in, out, op, &initial, &total);
  }
  template <bool inclusive, int n, class Op, class Last>
  CUDA_EMULATOR_INLINE void work(const T* in, T* out, Op& op, T* initial, Last* last) {
    sums(plain_sum(in[0], in + 1, n - 1, op), op);
    bool first = Threads::rank() == 0;
    T front{};
    if (!first) front = storage_.values[Threads::rank() - 1];
    if constexpr (is_callback<Last>) {
      if (first) storage_.front[0] = (*last)(storage_.values[Threads::threads - 1]);
      Threads::meet();
      front = first ? storage_.front[0] : op(storage_.front[0], front);
      first = false;
    } else if (initial) {
      front = first ? *initial : op(*initial, front);
      first = false;
    }
    if constexpr (!is_callback<Last> && !std::is_same_v<Last, NoStorage>) *last = storage_.values[Threads::threads - 1];
    for (int i = 0; i < n; ++i) {
      const T next = first ? in[i] : op(front, in[i]);
      out[i] = inclusive ? next : front;
      front = next;
      first = false;
    }
    Threads::leave();
  }
  template <int n, class... Last>
  CUDA_EMULATOR_INLINE void sum_from_zero(const T* in, T* out, Last&... last) {
    Add add;
    T zero{};
    if constexpr ((is_callback<Last> || ...)) {
      scan<false, n>(in, out, add, last...);
    } else {
      scan<false, n>(in, out, zero, add, last...);
    }
  }
  TempStorage& storage_;
};

}  // namespace emulated

template <class T, int x, BlockReduceAlgorithm algorithm = BLOCK_REDUCE_WARP_REDUCTIONS, int y = 1, int z = 1>
class BlockReduce : public emulated::ReduceFunctions<T, emulated::BlockThreads<x * y * z>, algorithm> {
  using Base = emulated::ReduceFunctions<T, emulated::BlockThreads<x * y * z>, algorithm>;

 public:
  using typename Base::TempStorage;
  explicit BlockReduce(TempStorage& storage) : Base(storage) {}
  BlockReduce() : Base(private_storage()) {}

 private:
  CUDA_EMULATOR_PRIVATE_STORAGE
};

template <class T, int x, BlockScanAlgorithm algorithm = BLOCK_SCAN_RAKING, int y = 1, int z = 1>
class BlockScan : public emulated::ScanFunctions<T, emulated::BlockThreads<x * y * z>> {
  using Base = emulated::ScanFunctions<T, emulated::BlockThreads<x * y * z>>;

 public:
  using typename Base::TempStorage;
  explicit BlockScan(TempStorage& storage) : Base(storage) {}
  BlockScan() : Base(private_storage()) {}

 private:
  CUDA_EMULATOR_PRIVATE_STORAGE
};

template <class T, int width = 32>
class WarpReduce : public emulated::ReduceFunctions<T, emulated::WarpThreads<width>, BLOCK_REDUCE_WARP_REDUCTIONS> {
  using Threads = emulated::WarpThreads<width>;
  using Base = emulated::ReduceFunctions<T, Threads, BLOCK_REDUCE_WARP_REDUCTIONS>;

 public:
  struct TempStorage : Base::TempStorage {
    emulated::Room<bool, width> flags;
  };
  explicit WarpReduce(TempStorage& storage) : Base(storage), segments_(storage) {}

  // Segments begin, or end, at a flag; the result is that of a segment's first lane.
  template <class Flag, class Op>
  CUDA_EMULATOR_INLINE T HeadSegmentedReduce(T value, Flag head, Op op) {
    return segmented<true>(value, static_cast<bool>(head), op);
  }
  template <class Flag, class Op>
  CUDA_EMULATOR_INLINE T TailSegmentedReduce(T value, Flag tail, Op op) {
    return segmented<false>(value, static_cast<bool>(tail), op);
  }
  template <class Flag>
  CUDA_EMULATOR_INLINE T HeadSegmentedSum(T value, Flag head) {
    return HeadSegmentedReduce(value, head, emulated::Add());
  }
  template <class Flag>
  CUDA_EMULATOR_INLINE T TailSegmentedSum(T value, Flag tail) {
    return TailSegmentedReduce(value, tail, emulated::Add());
  }

 private:
  template <bool heads, class Op>
  CUDA_EMULATOR_INLINE T segmented(T value, bool flag, Op& op) {
    const int rank = Threads::rank();
    segments_.values[rank] = value;
    segments_.flags[rank] = flag;
    Threads::meet();
    int end = rank + 1;
    while (end < width && !segments_.flags[heads ? end : end - 1]) ++end;
    const T sum = emulated::warp_sum(&segments_.values[rank], end - rank, op);
    Threads::leave();
    return sum;
  }
  TempStorage& segments_;
};
// A warp of one thread waits for no other.
template <class T>
class WarpReduce<T, 1> {
 public:
  using TempStorage = emulated::NoStorage;
  explicit WarpReduce(TempStorage&) {}
  template <class Op, class... Valid>
  T Reduce(T value, Op, Valid...) {
    return value;
  }
  template <class... Valid>
  T Sum(T value, Valid...) {
    return value;
  }
};

template <class T, int width = 32>
class WarpScan : public emulated::ScanFunctions<T, emulated::WarpThreads<width>> {
  using Threads = emulated::WarpThreads<width>;
  using Base = emulated::ScanFunctions<T, Threads>;

 public:
  using typename Base::TempStorage;
  explicit WarpScan(TempStorage& storage) : Base(storage) {}
  template <class Op>
  CUDA_EMULATOR_INLINE void Scan(T in, T& inclusive, T& exclusive, Op op) {
    this->ExclusiveScan(in, exclusive, op);
    inclusive = Threads::rank() == 0 ? in : op(exclusive, in);
  }
  template <class Op>
  CUDA_EMULATOR_INLINE void Scan(T in, T& inclusive, T& exclusive, T initial, Op op) {
    this->ExclusiveScan(in, exclusive, initial, op);
    inclusive = op(exclusive, in);
  }
  CUDA_EMULATOR_INLINE T Broadcast(T value, unsigned lane) {
    this->storage_.values[Threads::rank()] = value;
    Threads::meet();
    value = this->storage_.values[static_cast<int>(lane)];
    Threads::leave();
    return value;
  }
};

}  // namespace cub
