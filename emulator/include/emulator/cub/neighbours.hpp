// CUB's block operations on neighbouring items and on counts: discontinuities, differences, histograms, run lengths.
#pragma once
#include "emulator/cub/group.hpp"

namespace cub {
namespace emulated {

// The first and last item of each thread, for its neighbours.
template <class T, class Threads>
class Neighbours {
 public:
  struct TempStorage {
    Room<T, Threads::threads> first, last;
  };
  explicit Neighbours(TempStorage& storage) : storage_(storage) {}

 protected:
  template <int n>
  CUDA_EMULATOR_INLINE void share(const T (&items)[n]) {
    storage_.first[Threads::rank()] = items[0];
    storage_.last[Threads::rank()] = items[n - 1];
    Threads::meet();
  }
  static CUDA_EMULATOR_INLINE bool is_first() { return Threads::rank() == 0; }
  static CUDA_EMULATOR_INLINE bool is_last() { return Threads::rank() == Threads::threads - 1; }
  CUDA_EMULATOR_INLINE const T& before() { return storage_.last[Threads::rank() - 1]; }
  CUDA_EMULATOR_INLINE const T& after() { return storage_.first[Threads::rank() + 1]; }

 private:
  TempStorage& storage_;
};

}  // namespace emulated

// Flags items that differ from the one before, or after. The tile's first head and last tail are always set, unless the
// item beyond the tile is given.
template <class T, int x, int y = 1, int z = 1>
class BlockDiscontinuity : public emulated::Neighbours<T, emulated::BlockThreads<x * y * z>> {
  using Threads = emulated::BlockThreads<x * y * z>;
  using Base = emulated::Neighbours<T, Threads>;

 public:
  using typename Base::TempStorage;
  explicit BlockDiscontinuity(TempStorage& storage) : Base(storage) {}
  BlockDiscontinuity() : Base(private_storage()) {}

  template <int n, class Flag, class Op, class... Before>
  CUDA_EMULATOR_INLINE void FlagHeads(Flag (&flags)[n], T (&items)[n], Op op, Before... before) {
    this->share(items);
    heads(flags, items, op, before...);
    Threads::leave();
  }
  template <int n, class Flag, class Op, class... After>
  CUDA_EMULATOR_INLINE void FlagTails(Flag (&flags)[n], T (&items)[n], Op op, After... after) {
    this->share(items);
    tails(flags, items, op, after...);
    Threads::leave();
  }
  template <int n, class Flag, class Op>
  CUDA_EMULATOR_INLINE void FlagHeadsAndTails(Flag (&head_flags)[n], Flag (&tail_flags)[n], T (&items)[n], Op op) {
    this->share(items);
    heads(head_flags, items, op);
    tails(tail_flags, items, op);
    Threads::leave();
  }
  template <int n, class Flag, class Op>
  CUDA_EMULATOR_INLINE void FlagHeadsAndTails(Flag (&head_flags)[n], Flag (&tail_flags)[n], T after, T (&items)[n],
                                              Op op) {
    this->share(items);
    heads(head_flags, items, op);
    tails(tail_flags, items, op, after);
    Threads::leave();
  }
  template <int n, class Flag, class Op>
  CUDA_EMULATOR_INLINE void FlagHeadsAndTails(Flag (&head_flags)[n], T before, Flag (&tail_flags)[n], T (&items)[n],
                                              Op op) {
    this->share(items);
    heads(head_flags, items, op, before);
    tails(tail_flags, items, op);
    Threads::leave();
  }
  template <int n, class Flag, class Op>
  CUDA_EMULATOR_INLINE void FlagHeadsAndTails(Flag (&head_flags)[n], T before, Flag (&tail_flags)[n], T after,
                                              T (&items)[n], Op op) {
    this->share(items);
    heads(head_flags, items, op, before);
    tails(tail_flags, items, op, after);
    Threads::leave();
  }

 private:
  template <int n, class Flag, class Op, class... Before>
  CUDA_EMULATOR_INLINE void heads(Flag (&flags)[n], const T (&items)[n], Op& op, const Before&... before) {
    const int index = Threads::rank() * n;
    if (!this->is_first()) {
      flags[0] = static_cast<Flag>(emulated::compare(op, this->before(), items[0], index));
    } else if constexpr (sizeof...(Before) > 0) {
      flags[0] = (static_cast<Flag>(emulated::compare(op, static_cast<T>(before), items[0], index)), ...);
    } else {
      flags[0] = Flag(1);
    }
    for (int i = 1; i < n; ++i) flags[i] = static_cast<Flag>(emulated::compare(op, items[i - 1], items[i], index + i));
  }
  template <int n, class Flag, class Op, class... After>
  CUDA_EMULATOR_INLINE void tails(Flag (&flags)[n], const T (&items)[n], Op& op, const After&... after) {
    const int index = Threads::rank() * n;
    for (int i = 0; i + 1 < n; ++i) {
      flags[i] = static_cast<Flag>(emulated::compare(op, items[i], items[i + 1], index + i + 1));
    }
    if (!this->is_last()) {
      flags[n - 1] = static_cast<Flag>(emulated::compare(op, items[n - 1], this->after(), index + n));
    } else if constexpr (sizeof...(After) > 0) {
      flags[n - 1] = (static_cast<Flag>(emulated::compare(op, items[n - 1], static_cast<T>(after), index + n)), ...);
    } else {
      flags[n - 1] = Flag(1);
    }
  }
  CUDA_EMULATOR_PRIVATE_STORAGE
};

// Differences to the item before, or after. The tile's first, or last, item is copied unless the item beyond is given;
// so are, of a partial tile, all items that are not valid.
template <class T, int x, int y = 1, int z = 1>
class BlockAdjacentDifference : public emulated::Neighbours<T, emulated::BlockThreads<x * y * z>> {
  using Threads = emulated::BlockThreads<x * y * z>;
  using Base = emulated::Neighbours<T, Threads>;

 public:
  using typename Base::TempStorage;
  explicit BlockAdjacentDifference(TempStorage& storage) : Base(storage) {}
  BlockAdjacentDifference() : Base(private_storage()) {}

  template <int n, class Out, class Op, class... Before>
  CUDA_EMULATOR_INLINE void SubtractLeft(T (&in)[n], Out (&out)[n], Op op, Before... before) {
    SubtractLeftPartialTile(in, out, op, Threads::threads * n, before...);
  }
  template <int n, class Out, class Op, class... Before>
  CUDA_EMULATOR_INLINE void SubtractLeftPartialTile(T (&in)[n], Out (&out)[n], Op op, int valid, Before... before) {
    this->share(in);
    const int index = Threads::rank() * n;
    for (int i = n - 1; i >= 0; --i) {
      const T now = in[i];
      if (index + i >= valid) {
        out[i] = now;
      } else if (i > 0) {
        out[i] = difference(op, now, in[i - 1]);
      } else if (!this->is_first()) {
        out[i] = difference(op, now, this->before());
      } else if constexpr (sizeof...(Before) > 0) {
        out[i] = (difference(op, now, static_cast<T>(before)), ...);
      } else {
        out[i] = now;
      }
    }
    Threads::leave();
  }
  template <int n, class Out, class Op, class... After>
  CUDA_EMULATOR_INLINE void SubtractRight(T (&in)[n], Out (&out)[n], Op op, After... after) {
    subtract_right(in, out, op, Threads::threads * n, after...);
  }
  template <int n, class Out, class Op>
  CUDA_EMULATOR_INLINE void SubtractRightPartialTile(T (&in)[n], Out (&out)[n], Op op, int valid) {
    subtract_right(in, out, op, valid);
  }

 private:
  // Of variables, as the operator may take references to them.
  template <class Op>
  CUDA_EMULATOR_INLINE static auto difference(Op& op, T now, T other) {
    return op(now, other);
  }
  template <int n, class Out, class Op, class... After>
  CUDA_EMULATOR_INLINE void subtract_right(T (&in)[n], Out (&out)[n], Op& op, int valid, After... after) {
    this->share(in);
    const int index = Threads::rank() * n;
    for (int i = 0; i < n; ++i) {
      const T now = in[i];
      if (index + i + 1 >= valid) {
        out[i] = now;
        if constexpr (sizeof...(After) > 0) out[i] = (difference(op, now, static_cast<T>(after)), ...);
      } else if (i + 1 < n) {
        out[i] = difference(op, now, in[i + 1]);
      } else {
        out[i] = difference(op, now, this->after());
      }
    }
    Threads::leave();
  }
  CUDA_EMULATOR_PRIVATE_STORAGE
};

enum BlockHistogramAlgorithm { BLOCK_HISTO_SORT, BLOCK_HISTO_ATOMIC };
template <class T, int x, int items, int bins, BlockHistogramAlgorithm algorithm = BLOCK_HISTO_SORT, int y = 1,
          int z = 1>
class BlockHistogram {
  using Threads = emulated::BlockThreads<x * y * z>;

 public:
  using TempStorage = emulated::NoStorage;
  BlockHistogram() = default;
  explicit BlockHistogram(TempStorage&) {}
  template <class Counter>
  CUDA_EMULATOR_INLINE void InitHistogram(Counter (&histogram)[bins]) {
    for (int i = Threads::rank(); i < bins; i += Threads::threads) histogram[i] = 0;
  }
  template <class Counter>
  CUDA_EMULATOR_INLINE void Composite(T (&values)[items], Counter (&histogram)[bins]) {
    for (const T& value : values) atomicAdd(&histogram[value], Counter{1});
  }
  template <class Counter>
  CUDA_EMULATOR_INLINE void Histogram(T (&values)[items], Counter (&histogram)[bins]) {
    InitHistogram(histogram);
    Threads::meet();
    Composite(values, histogram);
  }
};

// Each thread's runs are expanded, one window of the block's items at a time.
template <class T, int x, int runs, int items, class Offset = std::uint32_t, int y = 1, int z = 1>
class BlockRunLengthDecode {
  using Threads = emulated::BlockThreads<x * y * z>;
  static constexpr int count = Threads::threads * runs;

 public:
  struct TempStorage {
    emulated::Room<T, count> values;
    emulated::Room<Offset, count> ends;
  };
  template <class Length, class Total>
  CUDA_EMULATOR_INLINE BlockRunLengthDecode(TempStorage& storage, T (&values)[runs], Length (&lengths)[runs],
                                            Total& total)
      : storage_(storage) {
    for (int i = 0; i < runs; ++i) {
      storage_.values[Threads::rank() * runs + i] = values[i];
      storage_.ends[Threads::rank() * runs + i] = static_cast<Offset>(lengths[i]);
    }
    Threads::meet();
    if (Threads::rank() == 0) {
      for (int i = 1; i < count; ++i) storage_.ends[i] = static_cast<Offset>(storage_.ends[i] + storage_.ends[i - 1]);
    }
    Threads::meet();
    total = static_cast<Total>(storage_.ends[count - 1]);
  }
  CUDA_EMULATOR_INLINE void RunLengthDecode(T (&decoded)[items], Offset from = 0) {
    Offset offsets[items];
    RunLengthDecode(decoded, offsets, from);
  }
  // After the last run its value is repeated.
  template <class RunOffset>
  CUDA_EMULATOR_INLINE void RunLengthDecode(T (&decoded)[items], RunOffset (&offsets)[items], Offset from = 0) {
    for (int i = 0; i < items; ++i) {
      const Offset at = static_cast<Offset>(from + static_cast<Offset>(Threads::rank() * items + i));
      const int run = min(static_cast<int>(UpperBound(storage_.ends.begin(), count, at)), count - 1);
      decoded[i] = storage_.values[run];
      offsets[i] = static_cast<RunOffset>(at - (run > 0 ? storage_.ends[run - 1] : Offset{0}));
    }
  }

 private:
  TempStorage& storage_;
};

}  // namespace cub
