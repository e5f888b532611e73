// CUB's loads and stores of a block's or a warp's tile, and the rearrangements of its items.
#pragma once
#include "emulator/cub/group.hpp"

namespace cub {

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
enum WarpLoadAlgorithm { WARP_LOAD_DIRECT, WARP_LOAD_STRIPED, WARP_LOAD_VECTORIZE, WARP_LOAD_TRANSPOSE };
enum WarpStoreAlgorithm { WARP_STORE_DIRECT, WARP_STORE_STRIPED, WARP_STORE_VECTORIZE, WARP_STORE_TRANSPOSE };
enum WarpExchangeAlgorithm { WARP_EXCHANGE_SMEM, WARP_EXCHANGE_SHUFFLE };

namespace emulated {

constexpr int every_item = std::numeric_limits<int>::max();

template <Arrangement arrangement, int threads, int items, class T, class It>
CUDA_EMULATOR_INLINE void load_items(int rank, It from, T (&to)[items], int valid = every_item) {
  for (int i = 0; i < items; ++i) {
    const int at = item_at<arrangement, threads, items>(rank, i);
    if (at < valid) to[i] = from[at];
  }
}
template <Arrangement arrangement, int threads, int items, class T, class It, class Otherwise>
CUDA_EMULATOR_INLINE void load_items(int rank, It from, T (&to)[items], int valid, Otherwise otherwise) {
  for (T& item : to) item = otherwise;
  load_items<arrangement, threads, items>(rank, from, to, valid);
}
template <Arrangement arrangement, int threads, int items, class T, class It>
CUDA_EMULATOR_INLINE void store_items(int rank, It to, T (&from)[items], int valid = every_item) {
  for (int i = 0; i < items; ++i) {
    const int at = item_at<arrangement, threads, items>(rank, i);
    if (at < valid) to[at] = from[i];
  }
}

template <class T, class Threads, int items>
class ExchangeFunctions {
 public:
  struct TempStorage {
    Room<T, Threads::threads * items> values;
  };
  explicit ExchangeFunctions(TempStorage& storage) : storage_(storage) {}

#define CUDA_EMULATOR_EXCHANGE(name, from, to)                            \
  template <class Out>                                                    \
  CUDA_EMULATOR_INLINE void name(const T(&in)[items], Out(&out)[items]) { \
    put<from>(in);                                                        \
    get<to>(out);                                                         \
  }                                                                       \
  CUDA_EMULATOR_INLINE void name(T(&in_out)[items]) {                     \
    name(in_out, in_out);                                                 \
  }
  CUDA_EMULATOR_EXCHANGE(StripedToBlocked, striped, blocked)
  CUDA_EMULATOR_EXCHANGE(BlockedToStriped, blocked, striped)
  CUDA_EMULATOR_EXCHANGE(WarpStripedToBlocked, warp_striped, blocked)
  CUDA_EMULATOR_EXCHANGE(BlockedToWarpStriped, blocked, warp_striped)
#undef CUDA_EMULATOR_EXCHANGE

  template <Arrangement from, Arrangement to>
  CUDA_EMULATOR_INLINE void exchange(T (&in_out)[items]) {
    put<from>(in_out);
    get<to>(in_out);
  }

#define CUDA_EMULATOR_SCATTER(name, to)                                                        \
  template <class Out, class Rank>                                                             \
  CUDA_EMULATOR_INLINE void name(const T(&in)[items], Out(&out)[items], Rank(&ranks)[items]) { \
    scatter(in, ranks, [](int) { return true; });                                              \
    get<to>(out);                                                                              \
  }                                                                                            \
  template <class Rank>                                                                        \
  CUDA_EMULATOR_INLINE void name(T(&in_out)[items], Rank(&ranks)[items]) {                     \
    name(in_out, in_out, ranks);                                                               \
  }
  CUDA_EMULATOR_SCATTER(ScatterToBlocked, blocked)
  CUDA_EMULATOR_SCATTER(ScatterToStriped, striped)
#undef CUDA_EMULATOR_SCATTER
  // Without the items whose rank is negative, or whose flag is not set.
  template <class Out, class Rank>
  CUDA_EMULATOR_INLINE void ScatterToStripedGuarded(const T (&in)[items], Out (&out)[items], Rank (&ranks)[items]) {
    scatter(in, ranks, [&](int i) { return ranks[i] >= 0; });
    get<striped>(out);
  }
  template <class Rank>
  CUDA_EMULATOR_INLINE void ScatterToStripedGuarded(T (&in_out)[items], Rank (&ranks)[items]) {
    ScatterToStripedGuarded(in_out, in_out, ranks);
  }
  template <class Out, class Rank, class Flag>
  CUDA_EMULATOR_INLINE void ScatterToStripedFlagged(const T (&in)[items], Out (&out)[items], Rank (&ranks)[items],
                                                    Flag (&flags)[items]) {
    scatter(in, ranks, [&](int i) { return static_cast<bool>(flags[i]); });
    get<striped>(out);
  }

 private:
  template <Arrangement from>
  CUDA_EMULATOR_INLINE void put(const T (&in)[items]) {
    for (int i = 0; i < items; ++i) storage_.values[item_at<from, Threads::threads, items>(Threads::rank(), i)] = in[i];
    Threads::meet();
  }
  template <class Rank, class P>
  CUDA_EMULATOR_INLINE void scatter(const T (&in)[items], Rank (&ranks)[items], P wanted) {
    for (int i = 0; i < items; ++i) {
      if (wanted(i)) storage_.values[static_cast<int>(ranks[i])] = in[i];
    }
    Threads::meet();
  }
  template <Arrangement to, class Out>
  CUDA_EMULATOR_INLINE void get(Out (&out)[items]) {
    for (int i = 0; i < items; ++i) out[i] = storage_.values[item_at<to, Threads::threads, items>(Threads::rank(), i)];
    Threads::leave();
  }
  TempStorage& storage_;
};

// The threads access memory in the order `accessed`. Where that is not the order of their items, `arranged`, they
// exchange items through the storage, which is shared memory: it may be reused only behind a barrier.
template <class T, class Threads, int items, Arrangement accessed, Arrangement arranged = accessed>
class LoadFunctions {
  using Exchange = ExchangeFunctions<T, Threads, items>;

 public:
  using TempStorage = std::conditional_t<accessed == arranged, NoStorage, typename Exchange::TempStorage>;
  explicit LoadFunctions(TempStorage& storage) : storage_(storage) {}
  template <class It, class... Bounds>
  CUDA_EMULATOR_INLINE void Load(It from, T (&to)[items], Bounds... bounds) {
    load_items<accessed, Threads::threads, items>(Threads::rank(), from, to, bounds...);
    if constexpr (accessed != arranged) Exchange(storage_).template exchange<accessed, arranged>(to);
  }

 private:
  TempStorage& storage_;
};
template <class T, class Threads, int items, Arrangement accessed, Arrangement arranged = accessed>
class StoreFunctions {
  using Exchange = ExchangeFunctions<T, Threads, items>;

 public:
  using TempStorage = std::conditional_t<accessed == arranged, NoStorage, typename Exchange::TempStorage>;
  explicit StoreFunctions(TempStorage& storage) : storage_(storage) {}
  template <class It, class... Bounds>
  CUDA_EMULATOR_INLINE void Store(It to, T (&from)[items], Bounds... bounds) {
    if constexpr (accessed != arranged) Exchange(storage_).template exchange<arranged, accessed>(from);
    store_items<accessed, Threads::threads, items>(Threads::rank(), to, from, bounds...);
  }

 private:
  TempStorage& storage_;
};

// How each algorithm accesses memory.
template <auto algorithm, auto striped_one, auto transposing, auto by_warps, auto in_slices>
constexpr Arrangement accessed_by() {
  if (algorithm == striped_one || algorithm == transposing) return striped;
  return algorithm == by_warps || algorithm == in_slices ? warp_striped : blocked;
}
template <BlockLoadAlgorithm a>
constexpr Arrangement load_access = accessed_by<a, BLOCK_LOAD_STRIPED, BLOCK_LOAD_TRANSPOSE, BLOCK_LOAD_WARP_TRANSPOSE,
                                                BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED>();
template <BlockStoreAlgorithm a>
constexpr Arrangement store_access = accessed_by<a, BLOCK_STORE_STRIPED, BLOCK_STORE_TRANSPOSE,
                                                 BLOCK_STORE_WARP_TRANSPOSE, BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED>();
template <WarpLoadAlgorithm a>
constexpr Arrangement warp_load_access = a == WARP_LOAD_STRIPED || a == WARP_LOAD_TRANSPOSE ? striped : blocked;
template <WarpStoreAlgorithm a>
constexpr Arrangement warp_store_access = a == WARP_STORE_STRIPED || a == WARP_STORE_TRANSPOSE ? striped : blocked;

}  // namespace emulated

template <class T, int x, int items, BlockLoadAlgorithm algorithm = BLOCK_LOAD_DIRECT, int y = 1, int z = 1>
class BlockLoad
    : public emulated::LoadFunctions<T, emulated::BlockThreads<x * y * z>, items, emulated::load_access<algorithm>,
                                     algorithm == BLOCK_LOAD_STRIPED ? emulated::striped : emulated::blocked> {
  using Base = typename BlockLoad::LoadFunctions;

 public:
  using typename Base::TempStorage;
  explicit BlockLoad(TempStorage& storage) : Base(storage) {}
  BlockLoad() : Base(private_storage()) {}

 private:
  CUDA_EMULATOR_PRIVATE_STORAGE
};
template <class T, int x, int items, BlockStoreAlgorithm algorithm = BLOCK_STORE_DIRECT, int y = 1, int z = 1>
class BlockStore
    : public emulated::StoreFunctions<T, emulated::BlockThreads<x * y * z>, items, emulated::store_access<algorithm>,
                                      algorithm == BLOCK_STORE_STRIPED ? emulated::striped : emulated::blocked> {
  using Base = typename BlockStore::StoreFunctions;

 public:
  using typename Base::TempStorage;
  explicit BlockStore(TempStorage& storage) : Base(storage) {}
  BlockStore() : Base(private_storage()) {}

 private:
  CUDA_EMULATOR_PRIVATE_STORAGE
};
template <class T, int items, WarpLoadAlgorithm algorithm = WARP_LOAD_DIRECT, int width = 32>
class WarpLoad
    : public emulated::LoadFunctions<T, emulated::WarpThreads<width>, items, emulated::warp_load_access<algorithm>,
                                     algorithm == WARP_LOAD_STRIPED ? emulated::striped : emulated::blocked> {
  using Base = typename WarpLoad::LoadFunctions;

 public:
  using typename Base::TempStorage;
  explicit WarpLoad(TempStorage& storage) : Base(storage) {}
  WarpLoad() : Base(private_storage()) {}

 private:
  CUDA_EMULATOR_PRIVATE_STORAGE
};
template <class T, int items, WarpStoreAlgorithm algorithm = WARP_STORE_DIRECT, int width = 32>
class WarpStore
    : public emulated::StoreFunctions<T, emulated::WarpThreads<width>, items, emulated::warp_store_access<algorithm>,
                                      algorithm == WARP_STORE_STRIPED ? emulated::striped : emulated::blocked> {
  using Base = typename WarpStore::StoreFunctions;

 public:
  using typename Base::TempStorage;
  explicit WarpStore(TempStorage& storage) : Base(storage) {}
  WarpStore() : Base(private_storage()) {}

 private:
  CUDA_EMULATOR_PRIVATE_STORAGE
};

template <class T, int x, int items, bool time_slicing = false, int y = 1, int z = 1>
class BlockExchange : public emulated::ExchangeFunctions<T, emulated::BlockThreads<x * y * z>, items> {
  using Base = emulated::ExchangeFunctions<T, emulated::BlockThreads<x * y * z>, items>;

 public:
  using typename Base::TempStorage;
  explicit BlockExchange(TempStorage& storage) : Base(storage) {}
  BlockExchange() : Base(private_storage()) {}

 private:
  CUDA_EMULATOR_PRIVATE_STORAGE
};
template <class T, int items, int width = 32, WarpExchangeAlgorithm algorithm = WARP_EXCHANGE_SMEM>
class WarpExchange : public emulated::ExchangeFunctions<T, emulated::WarpThreads<width>, items> {
  using Base = emulated::ExchangeFunctions<T, emulated::WarpThreads<width>, items>;

 public:
  using Base::Base;
  using typename Base::TempStorage;
};

// The same without a class: the caller passes the thread's index, the number of items, and the value of the
// others.
#define CUDA_EMULATOR_DIRECT(name, arrangement)                                                     \
  template <int threads, class T, int items, class It, class... Bounds>                             \
  CUDA_EMULATOR_INLINE void LoadDirect##name(int rank, It from, T(&to)[items], Bounds... bounds) {  \
    emulated::load_items<emulated::arrangement, threads, items>(rank, from, to, bounds...);         \
  }                                                                                                 \
  template <int threads, class T, int items, class It, class... Bounds>                             \
  CUDA_EMULATOR_INLINE void StoreDirect##name(int rank, It to, T(&from)[items], Bounds... bounds) { \
    emulated::store_items<emulated::arrangement, threads, items>(rank, to, from, bounds...);        \
  }
CUDA_EMULATOR_DIRECT(Striped, striped)
#undef CUDA_EMULATOR_DIRECT
#define CUDA_EMULATOR_DIRECT(name, arrangement)                                                     \
  template <class T, int items, class It, class... Bounds>                                          \
  CUDA_EMULATOR_INLINE void LoadDirect##name(int rank, It from, T(&to)[items], Bounds... bounds) {  \
    emulated::load_items<emulated::arrangement, 1024, items>(rank, from, to, bounds...);            \
  }                                                                                                 \
  template <class T, int items, class It, class... Bounds>                                          \
  CUDA_EMULATOR_INLINE void StoreDirect##name(int rank, It to, T(&from)[items], Bounds... bounds) { \
    emulated::store_items<emulated::arrangement, 1024, items>(rank, to, from, bounds...);           \
  }
CUDA_EMULATOR_DIRECT(Blocked, blocked)
CUDA_EMULATOR_DIRECT(BlockedVectorized, blocked)
CUDA_EMULATOR_DIRECT(WarpStriped, warp_striped)
#undef CUDA_EMULATOR_DIRECT

// A thread's item from `distance` threads away, or all items shifted by one; items without a source do not change.
template <class T, int x, int y = 1, int z = 1>
class BlockShuffle {
  using Threads = emulated::BlockThreads<x * y * z>;

 public:
  struct TempStorage {
    emulated::Room<T, Threads::threads> first, last;
  };
  explicit BlockShuffle(TempStorage& storage) : storage_(storage) {}
  BlockShuffle() : storage_(private_storage()) {}
  CUDA_EMULATOR_INLINE void Offset(T in, T& out, int distance = 1) {
    share(in, in);
    const int from = Threads::rank() + distance;
    if (from >= 0 && from < Threads::threads) out = storage_.first[from];
    Threads::leave();
  }
  CUDA_EMULATOR_INLINE void Rotate(T in, T& out, unsigned distance = 1) {
    share(in, in);
    out = storage_.first[static_cast<int>((static_cast<unsigned>(Threads::rank()) + distance) % Threads::threads)];
    Threads::leave();
  }
  template <int n>
  CUDA_EMULATOR_INLINE void Up(T (&in)[n], T (&before)[n]) {
    T suffix;
    Up(in, before, suffix);
  }
  template <int n>
  CUDA_EMULATOR_INLINE void Up(T (&in)[n], T (&before)[n], T& suffix) {
    share(in[0], in[n - 1]);
    for (int i = n - 1; i > 0; --i) before[i] = in[i - 1];
    if (Threads::rank() > 0) before[0] = storage_.last[Threads::rank() - 1];
    suffix = storage_.last[Threads::threads - 1];
    Threads::leave();
  }
  template <int n>
  CUDA_EMULATOR_INLINE void Down(T (&in)[n], T (&after)[n]) {
    T prefix;
    Down(in, after, prefix);
  }
  template <int n>
  CUDA_EMULATOR_INLINE void Down(T (&in)[n], T (&after)[n], T& prefix) {
    share(in[0], in[n - 1]);
    for (int i = 0; i + 1 < n; ++i) after[i] = in[i + 1];
    if (Threads::rank() + 1 < Threads::threads) after[n - 1] = storage_.first[Threads::rank() + 1];
    prefix = storage_.first[0];
    Threads::leave();
  }

 private:
  CUDA_EMULATOR_INLINE void share(const T& first, const T& last) {
    storage_.first[Threads::rank()] = first;
    storage_.last[Threads::rank()] = last;
    Threads::meet();
  }
  TempStorage& storage_;
  CUDA_EMULATOR_PRIVATE_STORAGE
};

}  // namespace cub
