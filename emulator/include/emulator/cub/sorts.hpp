// CUB's sorts of a block's and a warp's items: the first thread sorts for all.
#pragma once
#include "emulator/cub/group.hpp"
#include "emulator/cub/sums.hpp"
#include "emulator/thrust/radix_sort.hpp"

namespace cub {
namespace emulated {

template <class K, class V, class Threads, int items>
class SortFunctions {
 protected:
  static constexpr int count = Threads::threads * items;

 public:
  struct TempStorage {
    Room<K, count> keys;
    Room<V, count> values;
  };
  explicit SortFunctions(TempStorage& storage) : storage_(storage) {}

 protected:
  // sort_all(keys, values) gets all items in their blocked arrangement; values may be null.
  template <Arrangement to, class SortAll>
  CUDA_EMULATOR_INLINE void sort(K (&keys)[items], V* values, SortAll sort_all) {
    const int rank = Threads::rank();
    for (int i = 0; i < items; ++i) {
      storage_.keys[rank * items + i] = keys[i];
      if (values) storage_.values[rank * items + i] = values[i];
    }
    Threads::meet();
    if (rank == 0) sort_all(storage_.keys.begin(), values ? storage_.values.begin() : nullptr);
    Threads::meet();
    for (int i = 0; i < items; ++i) {
      const int at = item_at<to, Threads::threads, items>(rank, i);
      keys[i] = storage_.keys[at];
      if (values) values[i] = storage_.values[at];
    }
    Threads::leave();
  }

 private:
  TempStorage& storage_;
};

template <class K, class V, class Threads, int items>
class MergeSortFunctions : public SortFunctions<K, V, Threads, items> {
  using Base = SortFunctions<K, V, Threads, items>;

 public:
  using Base::Base;
  template <class Less>
  CUDA_EMULATOR_INLINE void Sort(K (&keys)[items], Less less) {
    merge(keys, nullptr, less, Base::count, nullptr);
  }
  template <class Less>
  CUDA_EMULATOR_INLINE void Sort(K (&keys)[items], Less less, int valid, K rest) {
    merge(keys, nullptr, less, valid, &rest);
  }
  template <class Less>
  CUDA_EMULATOR_INLINE void Sort(K (&keys)[items], V (&values)[items], Less less) {
    merge(keys, values, less, Base::count, nullptr);
  }
  template <class Less>
  CUDA_EMULATOR_INLINE void Sort(K (&keys)[items], V (&values)[items], Less less, int valid, K rest) {
    merge(keys, values, less, valid, &rest);
  }
  template <class... A>
  CUDA_EMULATOR_INLINE void StableSort(A&&... arguments) {
    Sort(arguments...);
  }

 private:
  // Only the first `valid` items count; all others become `rest`, which sorts after every key.
  template <class Less>
  CUDA_EMULATOR_INLINE void merge(K (&keys)[items], V* values, Less& less, int valid, const K* rest) {
    this->template sort<blocked>(keys, values, [&](K* all, V* all_values) {
      if (rest) std::fill(all + valid, all + Base::count, *rest);
      if (all_values) {
        thrust::emulated::stable_sort_by_key_impl()(all, all + valid, all_values, less);
      } else {
        std::stable_sort(all, all + valid, less);
      }
    });
  }
};

}  // namespace emulated

template <class K, int x, int items, class V = NullType, int radix_bits = 4, bool memoize = true,
          BlockScanAlgorithm scan = BLOCK_SCAN_WARP_SCANS, cudaSharedMemConfig config = cudaSharedMemBankSizeFourByte,
          int y = 1, int z = 1>
class BlockRadixSort : public emulated::SortFunctions<K, V, emulated::BlockThreads<x * y * z>, items> {
  using Base = emulated::SortFunctions<K, V, emulated::BlockThreads<x * y * z>, items>;

 public:
  using typename Base::TempStorage;
  explicit BlockRadixSort(TempStorage& storage) : Base(storage) {}
  BlockRadixSort() : Base(private_storage()) {}
#define CUDA_EMULATOR_SORT(name, arrangement, descending)                                                              \
  CUDA_EMULATOR_INLINE void name(K(&keys)[items], int begin_bit = 0, int end_bit = sizeof(K) * 8) {                    \
    radix<emulated::arrangement, descending>(keys, nullptr, begin_bit, end_bit);                                       \
  }                                                                                                                    \
  CUDA_EMULATOR_INLINE void name(K(&keys)[items], V(&values)[items], int begin_bit = 0, int end_bit = sizeof(K) * 8) { \
    radix<emulated::arrangement, descending>(keys, values, begin_bit, end_bit);                                        \
  }
  CUDA_EMULATOR_SORT(Sort, blocked, false)
  CUDA_EMULATOR_SORT(SortDescending, blocked, true)
  CUDA_EMULATOR_SORT(SortBlockedToStriped, striped, false)
  CUDA_EMULATOR_SORT(SortDescendingBlockedToStriped, striped, true)
#undef CUDA_EMULATOR_SORT

 private:
  template <emulated::Arrangement to, bool descending>
  CUDA_EMULATOR_INLINE void radix(K (&keys)[items], V* values, int begin_bit, int end_bit) {
    this->template sort<to>(keys, values, [=](K* all, V* all_values) {
      cuda_emulator::radix_sort(all, all, all_values, all_values, Base::count, descending, {begin_bit, end_bit});
    });
  }
  CUDA_EMULATOR_PRIVATE_STORAGE
};

template <class K, int x, int items, class V = NullType, int y = 1, int z = 1>
class BlockMergeSort : public emulated::MergeSortFunctions<K, V, emulated::BlockThreads<x * y * z>, items> {
  using Base = emulated::MergeSortFunctions<K, V, emulated::BlockThreads<x * y * z>, items>;

 public:
  using typename Base::TempStorage;
  explicit BlockMergeSort(TempStorage& storage) : Base(storage) {}
  BlockMergeSort() : Base(private_storage()) {}

 private:
  CUDA_EMULATOR_PRIVATE_STORAGE
};

template <class K, int items, int width = 32, class V = NullType>
class WarpMergeSort : public emulated::MergeSortFunctions<K, V, emulated::WarpThreads<width>, items> {
  using Base = emulated::MergeSortFunctions<K, V, emulated::WarpThreads<width>, items>;

 public:
  using Base::Base;
  using typename Base::TempStorage;
};

}  // namespace cub
