// CUB's primitives for the threads of a block and of a warp: they meet in the temporary storage, and one thread works
// for all. Sums are added in the order in which CUB's shuffles add, so that floats come out the same.
#pragma once
#include "emulator/cub/common.hpp"

namespace cub {

enum BlockReduceAlgorithm { BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY, BLOCK_REDUCE_RAKING, BLOCK_REDUCE_WARP_REDUCTIONS };
enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };
enum BlockLoadAlgorithm {
  BLOCK_LOAD_DIRECT,
  BLOCK_LOAD_STRIPED,
  BLOCK_LOAD_VECTORIZE,
  BLOCK_LOAD_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED
};
enum BlockStoreAlgorithm {
  BLOCK_STORE_DIRECT,
  BLOCK_STORE_STRIPED,
  BLOCK_STORE_VECTORIZE,
  BLOCK_STORE_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED
};
enum BlockHistogramAlgorithm { BLOCK_HISTO_SORT, BLOCK_HISTO_ATOMIC };

namespace emulated {

// Room in shared memory, which is not constructed.
template <class T, int count>
struct Room {
  alignas(T) unsigned char bytes[sizeof(T) * (count > 0 ? count : 1)];
  T& operator[](int i) { return reinterpret_cast<T*>(bytes)[i]; }
};

struct Add {
  template <class T>
  T operator()(const T& a, const T& b) const {
    return static_cast<T>(a + b);
  }
};

// The threads of a block in the order of their index, and of one logical warp.
template <int threads_>
struct BlockThreads {
  static constexpr int threads = threads_;
  static int rank() { return static_cast<int>(cuda_emulator::block_state.current); }
  static CUDA_EMULATOR_INLINE void meet() { __syncthreads(); }
};
template <int threads_>
struct WarpThreads {
  static constexpr int threads = threads_;
  static int rank() { return static_cast<int>(cuda_emulator::block_state.current % 32) % threads; }
  static CUDA_EMULATOR_INLINE void meet() {
    const unsigned first = cuda_emulator::block_state.current % 32 / threads * threads;
    __syncwarp((threads == 32 ? ~0u : (1u << threads % 32) - 1) << first);
  }
};

// A warp's shuffles add neighbours, then pairs, then fours; the warps' sums are added one after another.
template <class T, class Op>
T warp_sum(Room<T, 1>& values, int first, int count, Op op) {
  if (count == 1) return values[first];
  int half = 1;
  while (half * 2 < count) half *= 2;
  return op(warp_sum(values, first, half, op), warp_sum(values, first + half, count - half, op));
}
template <class T, class Op>
T block_sum(Room<T, 1>& values, int count, Op op) {
  T sum = warp_sum(values, 0, count < 32 ? count : 32, op);
  for (int first = 32; first < count; first += 32) {
    sum = op(sum, warp_sum(values, first, count - first < 32 ? count - first : 32, op));
  }
  return sum;
}
template <class T, int count>
Room<T, 1>& open_ended(Room<T, count>& room) {
  return reinterpret_cast<Room<T, 1>&>(room);
}

template <class T, class Threads>
class Reduce {
 public:
  struct TempStorage {
    Room<T, Threads::threads> values;
  };
  explicit Reduce(TempStorage& storage) : storage_(storage) {}

  template <class Op>
  CUDA_EMULATOR_INLINE T Reduce_(T value, Op op, int valid = Threads::threads) {
    if (Threads::rank() < valid) storage_.values[Threads::rank()] = value;
    Threads::meet();
    if (Threads::rank() != 0 || valid <= 0) return value;
    return block_sum(open_ended(storage_.values), valid, op);
  }
  template <int n, class Op>
  static T of_items(const T (&items)[n], Op op) {
    T sum = items[0];
    for (int i = 1; i < n; ++i) sum = op(sum, items[i]);
    return sum;
  }

 protected:
  TempStorage& storage_;
};

template <class T, class Threads>
class Scan {
 public:
  struct TempStorage {
    Room<T, Threads::threads> values;
    Room<T, 1> total;
  };
  explicit Scan(TempStorage& storage) : storage_(storage) {}

  // Afterwards values[i] is the sum of all up to and with i, in front of which `before`, if it is there, stands.
  template <class Op>
  CUDA_EMULATOR_INLINE void sums(const T& value, Op op) {
    storage_.values[Threads::rank()] = value;
    Threads::meet();
    if (Threads::rank() == 0) {
      for (int i = 1; i < Threads::threads; ++i) storage_.values[i] = op(storage_.values[i - 1], storage_.values[i]);
    }
    Threads::meet();
  }
  T total() { return storage_.values[Threads::threads - 1]; }
  T own() { return storage_.values[Threads::rank()]; }
  T before() { return storage_.values[Threads::rank() - 1]; }

 protected:
  TempStorage& storage_;
};

#define CUDA_EMULATOR_PRIVATE_STORAGE     \
  static TempStorage& private_storage() { \
    __shared__ TempStorage storage;       \
    return storage;                       \
  }

}  // namespace emulated

template <class T, int x, BlockReduceAlgorithm algorithm = BLOCK_REDUCE_WARP_REDUCTIONS, int y = 1, int z = 1>
class BlockReduce : public emulated::Reduce<T, emulated::BlockThreads<x * y * z>> {
  using Base = emulated::Reduce<T, emulated::BlockThreads<x * y * z>>;

 public:
  using typename Base::TempStorage;
  explicit BlockReduce(TempStorage& storage) : Base(storage) {}
  BlockReduce() : Base(private_storage()) {}

  // The result is the first thread's.
  template <class Op>
  CUDA_EMULATOR_INLINE T Reduce(T value, Op op) {
    return this->Reduce_(value, op);
  }
  template <class Op>
  CUDA_EMULATOR_INLINE T Reduce(T value, Op op, int valid) {
    return this->Reduce_(value, op, valid);
  }
  template <int n, class Op>
  CUDA_EMULATOR_INLINE T Reduce(T (&items)[n], Op op) {
    return this->Reduce_(this->of_items(items, op), op);
  }
  CUDA_EMULATOR_INLINE T Sum(T value) { return this->Reduce_(value, emulated::Add()); }
  CUDA_EMULATOR_INLINE T Sum(T value, int valid) { return this->Reduce_(value, emulated::Add(), valid); }
  template <int n>
  CUDA_EMULATOR_INLINE T Sum(T (&items)[n]) {
    return Reduce(items, emulated::Add());
  }

 private:
  CUDA_EMULATOR_PRIVATE_STORAGE
};

template <class T, int width = 32>
class WarpReduce : public emulated::Reduce<T, emulated::WarpThreads<width>> {
  using Base = emulated::Reduce<T, emulated::WarpThreads<width>>;

 public:
  using typename Base::TempStorage;
  explicit WarpReduce(TempStorage& storage) : Base(storage) {}
  template <class Op>
  CUDA_EMULATOR_INLINE T Reduce(T value, Op op) {
    return this->Reduce_(value, op);
  }
  template <class Op>
  CUDA_EMULATOR_INLINE T Reduce(T value, Op op, int valid) {
    return this->Reduce_(value, op, valid);
  }
  CUDA_EMULATOR_INLINE T Sum(T value) { return this->Reduce_(value, emulated::Add()); }
  CUDA_EMULATOR_INLINE T Sum(T value, int valid) { return this->Reduce_(value, emulated::Add(), valid); }
};

namespace emulated {

// What scans of a block and of a warp have in common. An exclusive scan without a first value leaves the first thread's
// result open; here it is the type's zero.
template <class T, class Threads>
class ScanFunctions : public Scan<T, Threads> {
 public:
  using Scan<T, Threads>::Scan;

  template <class Op>
  CUDA_EMULATOR_INLINE void InclusiveScan(T input, T& output, Op op) {
    this->sums(input, op);
    output = this->own();
  }
  template <class Op>
  CUDA_EMULATOR_INLINE void InclusiveScan(T input, T& output, Op op, T& total) {
    InclusiveScan(input, output, op);
    total = this->total();
  }
  template <class Op>
  CUDA_EMULATOR_INLINE void ExclusiveScan(T input, T& output, Op op) {
    this->sums(input, op);
    output = Threads::rank() == 0 ? T{} : this->before();
  }
  template <class Op>
  CUDA_EMULATOR_INLINE void ExclusiveScan(T input, T& output, T initial, Op op) {
    this->sums(input, op);
    output = Threads::rank() == 0 ? initial : op(initial, this->before());
  }
  template <class Op>
  CUDA_EMULATOR_INLINE void ExclusiveScan(T input, T& output, T initial, Op op, T& total) {
    ExclusiveScan(input, output, initial, op);
    total = this->total();
  }
  CUDA_EMULATOR_INLINE void InclusiveSum(T input, T& output) { InclusiveScan(input, output, Add()); }
  CUDA_EMULATOR_INLINE void InclusiveSum(T input, T& output, T& total) { InclusiveScan(input, output, Add(), total); }
  CUDA_EMULATOR_INLINE void ExclusiveSum(T input, T& output) { ExclusiveScan(input, output, T{}, Add()); }
  CUDA_EMULATOR_INLINE void ExclusiveSum(T input, T& output, T& total) {
    ExclusiveScan(input, output, T{}, Add(), total);
  }
};

}  // namespace emulated

template <class T, int x, BlockScanAlgorithm algorithm = BLOCK_SCAN_RAKING, int y = 1, int z = 1>
class BlockScan : public emulated::ScanFunctions<T, emulated::BlockThreads<x * y * z>> {
  using Threads = emulated::BlockThreads<x * y * z>;
  using Base = emulated::ScanFunctions<T, Threads>;

 public:
  using typename Base::TempStorage;
  explicit BlockScan(TempStorage& storage) : Base(storage) {}
  BlockScan() : Base(private_storage()) {}
  using Base::ExclusiveScan;
  using Base::ExclusiveSum;
  using Base::InclusiveScan;
  using Base::InclusiveSum;

  // With a callback that gets the block's total and gives what stands in front of the block.
  template <class Op, class Callback, class = std::enable_if_t<std::is_invocable_v<Callback&, T>>>
  CUDA_EMULATOR_INLINE void InclusiveScan(T input, T& output, Op op, Callback& callback) {
    this->sums(input, op);
    output = op(prefix(callback), this->own());
  }
  template <class Op, class Callback, class = std::enable_if_t<std::is_invocable_v<Callback&, T>>>
  CUDA_EMULATOR_INLINE void ExclusiveScan(T input, T& output, Op op, Callback& callback) {
    this->sums(input, op);
    const T front = prefix(callback);
    output = Threads::rank() == 0 ? front : op(front, this->before());
  }
  template <class Callback, class = std::enable_if_t<std::is_invocable_v<Callback&, T>>>
  CUDA_EMULATOR_INLINE void InclusiveSum(T input, T& output, Callback& callback) {
    InclusiveScan(input, output, emulated::Add(), callback);
  }
  template <class Callback, class = std::enable_if_t<std::is_invocable_v<Callback&, T>>>
  CUDA_EMULATOR_INLINE void ExclusiveSum(T input, T& output, Callback& callback) {
    ExclusiveScan(input, output, emulated::Add(), callback);
  }

  // Several items a thread.
  template <int n, class Op, class... Last>
  CUDA_EMULATOR_INLINE void InclusiveScan(T (&input)[n], T (&output)[n], Op op, Last&... last) {
    T sum = input[0], front;
    for (int i = 1; i < n; ++i) sum = op(sum, input[i]);
    ExclusiveScanOfSums(sum, front, op, last...);
    const bool first = Threads::rank() == 0 && !(std::is_invocable_v<Last&, T> || ...);
    output[0] = first ? input[0] : op(front, input[0]);
    for (int i = 1; i < n; ++i) output[i] = op(output[i - 1], input[i]);
  }
  template <int n, class Op, class... Last>
  CUDA_EMULATOR_INLINE void ExclusiveScan(T (&input)[n], T (&output)[n], T initial, Op op, Last&... last) {
    T sum = input[0], front;
    for (int i = 1; i < n; ++i) sum = op(sum, input[i]);
    ExclusiveScan(sum, front, initial, op, last...);
    spread(input, output, front, op);
  }
  template <int n, class Op, class Callback, class = std::enable_if_t<std::is_invocable_v<Callback&, T>>>
  CUDA_EMULATOR_INLINE void ExclusiveScan(T (&input)[n], T (&output)[n], Op op, Callback& callback) {
    T sum = input[0], front;
    for (int i = 1; i < n; ++i) sum = op(sum, input[i]);
    ExclusiveScan(sum, front, op, callback);
    spread(input, output, front, op);
  }
  template <int n, class... Last>
  CUDA_EMULATOR_INLINE void InclusiveSum(T (&input)[n], T (&output)[n], Last&... last) {
    InclusiveScan(input, output, emulated::Add(), last...);
  }
  template <int n>
  CUDA_EMULATOR_INLINE void ExclusiveSum(T (&input)[n], T (&output)[n]) {
    ExclusiveScan(input, output, T{}, emulated::Add());
  }
  template <int n, class Last>
  CUDA_EMULATOR_INLINE void ExclusiveSum(T (&input)[n], T (&output)[n], Last& last) {
    if constexpr (std::is_invocable_v<Last&, T>) {
      ExclusiveScan(input, output, emulated::Add(), last);
    } else {
      ExclusiveScan(input, output, T{}, emulated::Add(), last);
    }
  }

 private:
  template <class Op>
  CUDA_EMULATOR_INLINE void ExclusiveScanOfSums(T sum, T& front, Op op) {
    ExclusiveScan(sum, front, op);
  }
  template <class Op, class Last>
  CUDA_EMULATOR_INLINE void ExclusiveScanOfSums(T sum, T& front, Op op, Last& last) {
    if constexpr (std::is_invocable_v<Last&, T>) {
      ExclusiveScan(sum, front, op, last);
    } else {
      ExclusiveScan(sum, front, op);
      last = this->total();
    }
  }
  template <int n, class Op>
  static void spread(T (&input)[n], T (&output)[n], T front, Op op) {
    for (int i = 0; i < n; ++i) {
      const T next = op(front, input[i]);
      output[i] = front;
      front = next;
    }
  }
  template <class Callback>
  CUDA_EMULATOR_INLINE T prefix(Callback& callback) {
    if (Threads::rank() == 0) this->storage_.total[0] = callback(this->total());
    Threads::meet();
    return this->storage_.total[0];
  }
  CUDA_EMULATOR_PRIVATE_STORAGE
};

template <class T, int width = 32>
class WarpScan : public emulated::ScanFunctions<T, emulated::WarpThreads<width>> {
  using Threads = emulated::WarpThreads<width>;
  using Base = emulated::ScanFunctions<T, Threads>;

 public:
  using typename Base::TempStorage;
  explicit WarpScan(TempStorage& storage) : Base(storage) {}
  CUDA_EMULATOR_INLINE void Scan(T input, T& inclusive, T& exclusive, T initial, emulated::Add op) {
    this->sums(input, op);
    exclusive = Threads::rank() == 0 ? initial : op(initial, this->before());
    inclusive = op(initial, this->own());
  }
  CUDA_EMULATOR_INLINE T Broadcast(T input, unsigned lane) {
    this->storage_.values[Threads::rank()] = input;
    Threads::meet();
    return this->storage_.values[static_cast<int>(lane)];
  }
};

// ---- Loads and stores: a thread's items are neighbours, or with STRIPED a block apart ----

namespace emulated {
struct NoStorage {};
template <bool striped, int threads, int items>
int item_at(int rank, int i) {
  return striped ? i * threads + rank : rank * items + i;
}
}  // namespace emulated

template <class T, int x, int items, BlockLoadAlgorithm algorithm = BLOCK_LOAD_DIRECT, int y = 1, int z = 1>
class BlockLoad {
  static constexpr int threads = x * y * z;
  static constexpr bool striped = algorithm == BLOCK_LOAD_STRIPED;

 public:
  using TempStorage = emulated::NoStorage;
  BlockLoad() = default;
  explicit BlockLoad(TempStorage&) {}
  template <class It>
  CUDA_EMULATOR_INLINE void Load(It from, T (&to)[items]) {
    const int rank = emulated::BlockThreads<threads>::rank();
    for (int i = 0; i < items; ++i) to[i] = from[emulated::item_at<striped, threads, items>(rank, i)];
  }
  template <class It>
  CUDA_EMULATOR_INLINE void Load(It from, T (&to)[items], int valid) {
    const int rank = emulated::BlockThreads<threads>::rank();
    for (int i = 0; i < items; ++i) {
      const int at = emulated::item_at<striped, threads, items>(rank, i);
      if (at < valid) to[i] = from[at];
    }
  }
  template <class It, class Default>
  CUDA_EMULATOR_INLINE void Load(It from, T (&to)[items], int valid, Default otherwise) {
    for (T& item : to) item = otherwise;
    Load(from, to, valid);
  }
};

template <class T, int x, int items, BlockStoreAlgorithm algorithm = BLOCK_STORE_DIRECT, int y = 1, int z = 1>
class BlockStore {
  static constexpr int threads = x * y * z;
  static constexpr bool striped = algorithm == BLOCK_STORE_STRIPED;

 public:
  using TempStorage = emulated::NoStorage;
  BlockStore() = default;
  explicit BlockStore(TempStorage&) {}
  template <class It>
  CUDA_EMULATOR_INLINE void Store(It to, T (&from)[items]) {
    Store(to, from, threads * items);
  }
  template <class It>
  CUDA_EMULATOR_INLINE void Store(It to, T (&from)[items], int valid) {
    const int rank = emulated::BlockThreads<threads>::rank();
    for (int i = 0; i < items; ++i) {
      const int at = emulated::item_at<striped, threads, items>(rank, i);
      if (at < valid) to[at] = from[i];
    }
  }
};

template <int threads, int items, class T, class It>
CUDA_EMULATOR_INLINE void LoadDirectStriped(int rank, It from, T (&to)[items]) {
  for (int i = 0; i < items; ++i) to[i] = from[i * threads + rank];
}
template <int threads, int items, class T, class It>
CUDA_EMULATOR_INLINE void StoreDirectStriped(int rank, It to, T (&from)[items]) {
  for (int i = 0; i < items; ++i) to[i * threads + rank] = from[i];
}
template <int items, class T, class It>
CUDA_EMULATOR_INLINE void LoadDirectBlocked(int rank, It from, T (&to)[items]) {
  for (int i = 0; i < items; ++i) to[i] = from[rank * items + i];
}
template <int items, class T, class It>
CUDA_EMULATOR_INLINE void StoreDirectBlocked(int rank, It to, T (&from)[items]) {
  for (int i = 0; i < items; ++i) to[rank * items + i] = from[i];
}

// ---- Rearrangements ----

template <class T, int x, int items, bool time_slicing = false, int y = 1, int z = 1>
class BlockExchange {
  static constexpr int threads = x * y * z;

 public:
  struct TempStorage {
    emulated::Room<T, threads * items> values;
  };
  explicit BlockExchange(TempStorage& storage) : storage_(storage) {}
  BlockExchange() : storage_(private_storage()) {}

  template <class Out>
  CUDA_EMULATOR_INLINE void StripedToBlocked(const T (&in)[items], Out (&out)[items]) {
    move<true, false>(in, out);
  }
  CUDA_EMULATOR_INLINE void StripedToBlocked(T (&in_out)[items]) { move<true, false>(in_out, in_out); }
  template <class Out>
  CUDA_EMULATOR_INLINE void BlockedToStriped(const T (&in)[items], Out (&out)[items]) {
    move<false, true>(in, out);
  }
  CUDA_EMULATOR_INLINE void BlockedToStriped(T (&in_out)[items]) { move<false, true>(in_out, in_out); }
  template <class Out, class Rank>
  CUDA_EMULATOR_INLINE void ScatterToBlocked(const T (&in)[items], Out (&out)[items], Rank (&ranks)[items]) {
    scatter<false>(in, out, ranks);
  }
  template <class Rank>
  CUDA_EMULATOR_INLINE void ScatterToBlocked(T (&in_out)[items], Rank (&ranks)[items]) {
    scatter<false>(in_out, in_out, ranks);
  }
  template <class Out, class Rank>
  CUDA_EMULATOR_INLINE void ScatterToStriped(const T (&in)[items], Out (&out)[items], Rank (&ranks)[items]) {
    scatter<true>(in, out, ranks);
  }
  template <class Rank>
  CUDA_EMULATOR_INLINE void ScatterToStriped(T (&in_out)[items], Rank (&ranks)[items]) {
    scatter<true>(in_out, in_out, ranks);
  }

 private:
  template <bool from_striped, bool to_striped, class Out>
  CUDA_EMULATOR_INLINE void move(const T (&in)[items], Out (&out)[items]) {
    const int rank = emulated::BlockThreads<threads>::rank();
    for (int i = 0; i < items; ++i) storage_.values[emulated::item_at<from_striped, threads, items>(rank, i)] = in[i];
    __syncthreads();
    for (int i = 0; i < items; ++i) out[i] = storage_.values[emulated::item_at<to_striped, threads, items>(rank, i)];
  }
  template <bool to_striped, class Out, class Rank>
  CUDA_EMULATOR_INLINE void scatter(const T (&in)[items], Out (&out)[items], Rank (&ranks)[items]) {
    const int rank = emulated::BlockThreads<threads>::rank();
    for (int i = 0; i < items; ++i) storage_.values[static_cast<int>(ranks[i])] = in[i];
    __syncthreads();
    for (int i = 0; i < items; ++i) out[i] = storage_.values[emulated::item_at<to_striped, threads, items>(rank, i)];
  }
  TempStorage& storage_;
  CUDA_EMULATOR_PRIVATE_STORAGE
};

// ---- Sorts: the first thread sorts for all ----

namespace emulated {
template <class K, class V, class Threads, int items>
class Sort {
 public:
  struct TempStorage {
    Room<K, Threads::threads * items> keys;
    Room<V, Threads::threads * items> values;
  };
  explicit Sort(TempStorage& storage) : storage_(storage) {}

 protected:
  // less compares two keys.
  template <bool striped, bool with_values, class Less>
  CUDA_EMULATOR_INLINE void sort(K (&keys)[items], V* values, Less less) {
    const int rank = Threads::rank();
    for (int i = 0; i < items; ++i) {
      storage_.keys[rank * items + i] = keys[i];
      if constexpr (with_values) storage_.values[rank * items + i] = values[i];
    }
    Threads::meet();
    if (rank == 0) sort_all<with_values>(less);
    Threads::meet();
    for (int i = 0; i < items; ++i) {
      const int at = item_at<striped, Threads::threads, items>(rank, i);
      keys[i] = storage_.keys[at];
      if constexpr (with_values) values[i] = storage_.values[at];
    }
  }

 private:
  template <bool with_values, class Less>
  void sort_all(Less less) {
    constexpr int count = Threads::threads * items;
    K* const keys = &storage_.keys[0];
    if constexpr (with_values) {
      thrust::emulated::stable_sort_by_key_impl()(keys, keys + count, &storage_.values[0], less);
    } else {
      std::stable_sort(keys, keys + count, less);
    }
  }
  TempStorage& storage_;
};
}  // namespace emulated

template <class K, int x, int items, class V = NullType, int radix_bits = 4, bool memoize = true,
          BlockScanAlgorithm scan = BLOCK_SCAN_WARP_SCANS, cudaSharedMemConfig config = cudaSharedMemBankSizeFourByte,
          int y = 1, int z = 1>
class BlockRadixSort : public emulated::Sort<K, V, emulated::BlockThreads<x * y * z>, items> {
  using Base = emulated::Sort<K, V, emulated::BlockThreads<x * y * z>, items>;

 public:
  using typename Base::TempStorage;
  explicit BlockRadixSort(TempStorage& storage) : Base(storage) {}
  BlockRadixSort() : Base(private_storage()) {}
#define CUDA_EMULATOR_SORT(name, striped, a, b)                                                                        \
  CUDA_EMULATOR_INLINE void name(K(&keys)[items], int begin_bit = 0, int end_bit = sizeof(K) * 8) {                    \
    this->template sort<striped, false>(keys, nullptr, [=](const K& left, const K& right) {                            \
      return emulated::digits_less(a, b, begin_bit, end_bit);                                                          \
    });                                                                                                                \
  }                                                                                                                    \
  CUDA_EMULATOR_INLINE void name(K(&keys)[items], V(&values)[items], int begin_bit = 0, int end_bit = sizeof(K) * 8) { \
    this->template sort<striped, true>(                                                                                \
        keys, values, [=](const K& left, const K& right) { return emulated::digits_less(a, b, begin_bit, end_bit); }); \
  }
  CUDA_EMULATOR_SORT(Sort, false, left, right)
  CUDA_EMULATOR_SORT(SortDescending, false, right, left)
  CUDA_EMULATOR_SORT(SortBlockedToStriped, true, left, right)
  CUDA_EMULATOR_SORT(SortDescendingBlockedToStriped, true, right, left)
#undef CUDA_EMULATOR_SORT

 private:
  CUDA_EMULATOR_PRIVATE_STORAGE
};

template <class K, int x, int items, class V = NullType, int y = 1, int z = 1>
class BlockMergeSort : public emulated::Sort<K, V, emulated::BlockThreads<x * y * z>, items> {
  using Base = emulated::Sort<K, V, emulated::BlockThreads<x * y * z>, items>;

 public:
  using typename Base::TempStorage;
  explicit BlockMergeSort(TempStorage& storage) : Base(storage) {}
  BlockMergeSort() : Base(private_storage()) {}
  template <class Less>
  CUDA_EMULATOR_INLINE void Sort(K (&keys)[items], Less less) {
    this->template sort<false, false>(keys, nullptr, less);
  }
  template <class Less>
  CUDA_EMULATOR_INLINE void Sort(K (&keys)[items], V (&values)[items], Less less) {
    this->template sort<false, true>(keys, values, less);
  }
  template <class Less>
  CUDA_EMULATOR_INLINE void StableSort(K (&keys)[items], Less less) {
    Sort(keys, less);
  }
  template <class Less>
  CUDA_EMULATOR_INLINE void StableSort(K (&keys)[items], V (&values)[items], Less less) {
    Sort(keys, values, less);
  }

 private:
  CUDA_EMULATOR_PRIVATE_STORAGE
};

template <class K, int items, int width = 32, class V = NullType>
class WarpMergeSort : public emulated::Sort<K, V, emulated::WarpThreads<width>, items> {
  using Base = emulated::Sort<K, V, emulated::WarpThreads<width>, items>;

 public:
  using typename Base::TempStorage;
  explicit WarpMergeSort(TempStorage& storage) : Base(storage) {}
  template <class Less>
  CUDA_EMULATOR_INLINE void Sort(K (&keys)[items], Less less) {
    this->template sort<false, false>(keys, nullptr, less);
  }
  template <class Less>
  CUDA_EMULATOR_INLINE void Sort(K (&keys)[items], V (&values)[items], Less less) {
    this->template sort<false, true>(keys, values, less);
  }
};

// ---- Neighbours ----

template <class T, int x, int y = 1, int z = 1>
class BlockDiscontinuity {
  static constexpr int threads = x * y * z;

 public:
  struct TempStorage {
    emulated::Room<T, threads> first, last;
  };
  explicit BlockDiscontinuity(TempStorage& storage) : storage_(storage) {}
  BlockDiscontinuity() : storage_(private_storage()) {}
  // Is an item different from the one before it? The block's first one always is.
  template <int n, class Flag, class Op>
  CUDA_EMULATOR_INLINE void FlagHeads(Flag (&flags)[n], T (&items)[n], Op op) {
    share(items);
    const int rank = emulated::BlockThreads<threads>::rank();
    flags[0] = rank == 0 ? Flag(1) : static_cast<Flag>(op(storage_.last[rank - 1], items[0]));
    for (int i = 1; i < n; ++i) flags[i] = static_cast<Flag>(op(items[i - 1], items[i]));
  }
  template <int n, class Flag, class Op>
  CUDA_EMULATOR_INLINE void FlagHeads(Flag (&flags)[n], T (&items)[n], Op op, T before) {
    FlagHeads(flags, items, op);
    if (emulated::BlockThreads<threads>::rank() == 0) flags[0] = static_cast<Flag>(op(before, items[0]));
  }
  template <int n, class Flag, class Op>
  CUDA_EMULATOR_INLINE void FlagTails(Flag (&flags)[n], T (&items)[n], Op op) {
    share(items);
    const int rank = emulated::BlockThreads<threads>::rank();
    for (int i = 0; i + 1 < n; ++i) flags[i] = static_cast<Flag>(op(items[i], items[i + 1]));
    flags[n - 1] = rank == threads - 1 ? Flag(1) : static_cast<Flag>(op(items[n - 1], storage_.first[rank + 1]));
  }

 private:
  template <int n>
  CUDA_EMULATOR_INLINE void share(T (&items)[n]) {
    const int rank = emulated::BlockThreads<threads>::rank();
    storage_.first[rank] = items[0];
    storage_.last[rank] = items[n - 1];
    __syncthreads();
  }
  TempStorage& storage_;
  CUDA_EMULATOR_PRIVATE_STORAGE
};

template <class T, int x, int y = 1, int z = 1>
class BlockAdjacentDifference {
  static constexpr int threads = x * y * z;

 public:
  struct TempStorage {
    emulated::Room<T, threads> first, last;
  };
  explicit BlockAdjacentDifference(TempStorage& storage) : storage_(storage) {}
  BlockAdjacentDifference() : storage_(private_storage()) {}
  template <int n, class Out, class Op>
  CUDA_EMULATOR_INLINE void SubtractLeft(T (&in)[n], Out (&out)[n], Op op) {
    const int rank = emulated::BlockThreads<threads>::rank();
    storage_.last[rank] = in[n - 1];
    __syncthreads();
    for (int i = n - 1; i > 0; --i) out[i] = op(in[i], in[i - 1]);
    out[0] = rank == 0 ? in[0] : op(in[0], storage_.last[rank - 1]);
  }
  template <int n, class Out, class Op>
  CUDA_EMULATOR_INLINE void SubtractRight(T (&in)[n], Out (&out)[n], Op op) {
    const int rank = emulated::BlockThreads<threads>::rank();
    storage_.first[rank] = in[0];
    __syncthreads();
    const T last = in[n - 1];
    for (int i = 0; i + 1 < n; ++i) out[i] = op(in[i], in[i + 1]);
    out[n - 1] = rank == threads - 1 ? last : op(last, storage_.first[rank + 1]);
  }

 private:
  TempStorage& storage_;
  CUDA_EMULATOR_PRIVATE_STORAGE
};

template <class T, int x, int items, int bins, BlockHistogramAlgorithm algorithm = BLOCK_HISTO_SORT, int y = 1,
          int z = 1>
class BlockHistogram {
  static constexpr int threads = x * y * z;

 public:
  using TempStorage = emulated::NoStorage;
  BlockHistogram() = default;
  explicit BlockHistogram(TempStorage&) {}
  template <class Counter>
  CUDA_EMULATOR_INLINE void InitHistogram(Counter (&histogram)[bins]) {
    for (int i = emulated::BlockThreads<threads>::rank(); i < bins; i += threads) histogram[i] = 0;
  }
  template <class Counter>
  CUDA_EMULATOR_INLINE void Composite(T (&values)[items], Counter (&histogram)[bins]) {
    for (const T& value : values) atomicAdd(&histogram[value], Counter{1});
  }
  template <class Counter>
  CUDA_EMULATOR_INLINE void Histogram(T (&values)[items], Counter (&histogram)[bins]) {
    InitHistogram(histogram);
    __syncthreads();
    Composite(values, histogram);
  }
};

#undef CUDA_EMULATOR_PRIVATE_STORAGE

}  // namespace cub
