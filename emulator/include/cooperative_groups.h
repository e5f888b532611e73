// Stands in for the CUDA header of the same name: blocks, tiles, coalesced and labelled groups, cooperative grids.
//
// A group of lanes is a mask; a lane's rank is its position among the mask's lanes.
#pragma once
#ifndef __CUDACC__
#error "cooperative_groups.h is for .cu files"
#endif
#include <cuda_runtime.h>

#include "emulator/usual_headers.hpp"

namespace cooperative_groups {

namespace details {

inline unsigned lane_of_rank(unsigned mask, unsigned rank) {
  for (; rank && mask; --rank) mask &= mask - 1;
  return mask ? static_cast<unsigned>(__builtin_ctz(mask)) : cuda_emulator::lane_index();
}
inline unsigned rank_of_lane(unsigned mask, unsigned lane) {
  return static_cast<unsigned>(__builtin_popcount(mask & ((1u << lane) - 1)));
}
// Bits of lanes become bits of ranks.
inline unsigned by_rank(unsigned mask, unsigned lanes) {
  unsigned ranks = 0, rank = 0;
  for (; mask; mask &= mask - 1, ++rank) ranks |= (lanes >> __builtin_ctz(mask) & 1) << rank;
  return ranks;
}
// A shuffle of any type, in words of 8 bytes.
template <class T>
CUDA_EMULATOR_INLINE T shuffled(const cuda_emulator::Operation& operation, unsigned mask, T value, unsigned argument,
                                unsigned width = 32) {
  static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= 32, "groups shuffle types of at most 32 bytes");
  unsigned long long words[(sizeof(T) + 7) / 8] = {};
  __builtin_memcpy(words, &value, sizeof value);
  for (unsigned long long& word : words) {
    word = cuda_emulator::collective(operation, mask, word, argument, width);
  }
  __builtin_memcpy(&value, words, sizeof value);
  return value;
}
template <class T>
CUDA_EMULATOR_INLINE T from_lane(unsigned mask, T value, unsigned lane) {
  return shuffled(cuda_emulator::shuffle_operation, mask, value, lane);
}

enum class Kind { lanes, threads, block, cluster, grid };  // of one warp; of several warps of a block; all

}  // namespace details

class grid_group;
template <unsigned size, class Parent>
class thread_block_tile;

// The common part of all groups, and the type by which a function can take any of them.
class thread_group {
 public:
  unsigned long long size() const { return num_threads(); }
  unsigned long long num_threads() const {
    if (kind_ == details::Kind::lanes) return static_cast<unsigned>(__builtin_popcount(mask_));
    if (kind_ == details::Kind::threads) {
      const unsigned left = cuda_emulator::block_state.size - first_;
      return left < count_ ? left : count_;
    }
    if (kind_ == details::Kind::block) return cuda_emulator::block_state.size;
    if (kind_ == details::Kind::cluster) return 1ull * cuda_emulator::block_state.size * cuda_emulator::cluster_size();
    return 1ull * cuda_emulator::block_state.size * gridDim.x * gridDim.y * gridDim.z;
  }
  unsigned long long thread_rank() const {
    const unsigned t = cuda_emulator::block_state.current;
    if (kind_ == details::Kind::lanes) return details::rank_of_lane(mask_, cuda_emulator::lane_index());
    if (kind_ == details::Kind::threads) return t - first_;
    if (kind_ == details::Kind::block) return t;
    if (kind_ == details::Kind::cluster) {
      return 1ull * cuda_emulator::cluster_rank() * cuda_emulator::block_state.size + t;
    }
    return (blockIdx.x + 1ull * gridDim.x * (blockIdx.y + 1ull * gridDim.y * blockIdx.z)) *
               cuda_emulator::block_state.size +
           t;
  }
  CUDA_EMULATOR_INLINE void sync() const {
    if (kind_ == details::Kind::lanes) {
      cuda_emulator::collective(cuda_emulator::sync_operation, mask_, 0);
    } else if (kind_ == details::Kind::threads) {
      cuda_emulator::tile_barrier(first_, count_);
    } else if (kind_ == details::Kind::block) {
      cuda_emulator::block_barrier(0);
    } else if (kind_ == details::Kind::cluster) {
      cuda_emulator::cluster_barrier();
    } else {
      cuda_emulator::grid_barrier();
    }
  }
  bool is_valid() const { return true; }

 protected:
  explicit thread_group(details::Kind kind) : kind_(kind) {}
  thread_group(unsigned mask, unsigned meta_rank, unsigned meta_size)
      : kind_(details::Kind::lanes), mask_(mask), meta_rank_(meta_rank), meta_size_(meta_size) {}

  details::Kind kind_;
  unsigned mask_ = 0;                       // of Kind::lanes
  unsigned first_ = 0, count_ = 0;          // of Kind::threads
  unsigned meta_rank_ = 0, meta_size_ = 1;  // the index of this part of the partitioned group

  friend thread_group tiled_partition(const thread_group& parent, unsigned size);
  template <unsigned size, class Parent>
  friend thread_block_tile<size, Parent> tiled_partition(const Parent& parent);
};

class thread_block : public thread_group {
 public:
  static CUDA_EMULATOR_INLINE void sync() { cuda_emulator::block_barrier(0); }
  static unsigned size() { return cuda_emulator::block_state.size; }
  static unsigned num_threads() { return cuda_emulator::block_state.size; }
  static unsigned thread_rank() { return cuda_emulator::block_state.current; }
  static dim3 group_index() { return blockIdx; }
  static dim3 thread_index() { return threadIdx; }
  static dim3 group_dim() { return blockDim; }
  static dim3 dim_threads() { return blockDim; }
  // No thread waits at the arrival, so the wait may be the barrier.
  struct arrival_token {};
  static arrival_token barrier_arrive() { return {}; }
  static CUDA_EMULATOR_INLINE void barrier_wait(arrival_token&&) { cuda_emulator::block_barrier(0); }

 private:
  thread_block() : thread_group(details::Kind::block) {}
  friend thread_block this_thread_block();
};
inline thread_block this_thread_block() {
  return {};
}
// Memory for tiles of several warps, which need none here.
template <unsigned max_threads = 1024>
struct block_tile_memory {
  unsigned char bytes[max_threads];
};
template <unsigned max_threads>
thread_block this_thread_block(block_tile_memory<max_threads>&) {
  return this_thread_block();
}

class grid_group : public thread_group {
 public:
  static bool is_valid() { return cuda_emulator::grid_is_cooperative(); }
  static CUDA_EMULATOR_INLINE void sync() { cuda_emulator::grid_barrier(); }
  static unsigned long long num_blocks() { return 1ull * gridDim.x * gridDim.y * gridDim.z; }
  static unsigned long long block_rank() {
    return blockIdx.x + 1ull * gridDim.x * (blockIdx.y + 1ull * gridDim.y * blockIdx.z);
  }
  static dim3 group_dim() { return gridDim; }
  static dim3 dim_blocks() { return gridDim; }
  static dim3 block_index() { return blockIdx; }
  static dim3 dim_threads() { return dim3(gridDim.x * blockDim.x, gridDim.y * blockDim.y, gridDim.z * blockDim.z); }
  static dim3 thread_index() {
    return dim3(blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y,
                blockIdx.z * blockDim.z + threadIdx.z);
  }
  static dim3 cluster_index() { return cuda_emulator::cluster_index(); }
  static dim3 dim_clusters() { return cuda_emulator::grid_clusters(); }
  static unsigned long long num_clusters() {
    const dim3 all = dim_clusters();
    return 1ull * all.x * all.y * all.z;
  }
  static unsigned long long cluster_rank() {
    const dim3 all = dim_clusters(), mine = cluster_index();
    return mine.x + 1ull * all.x * (mine.y + 1ull * all.y * mine.z);
  }
  struct arrival_token {};
  static arrival_token barrier_arrive() { return {}; }
  static CUDA_EMULATOR_INLINE void barrier_wait(arrival_token&&) { cuda_emulator::grid_barrier(); }

 private:
  grid_group() : thread_group(details::Kind::grid) {}
  friend grid_group this_grid();
};
inline grid_group this_grid() {
  return {};
}

// The blocks of a cluster. A launch without clusters has clusters of one block.
class cluster_group : public thread_group {
 public:
  static CUDA_EMULATOR_INLINE void sync() { cuda_emulator::cluster_barrier(); }
  struct arrival_token {};
  static arrival_token barrier_arrive() {
    cuda_emulator::cluster_arrival(true);
    return {};
  }
  static CUDA_EMULATOR_INLINE void barrier_wait() { cuda_emulator::cluster_barrier(); }
  static CUDA_EMULATOR_INLINE void barrier_wait(arrival_token&&) { cuda_emulator::cluster_barrier(); }

  static dim3 block_index() { return cuda_emulator::cluster_block_index(); }
  static unsigned block_rank() { return cuda_emulator::cluster_rank(); }
  static dim3 dim_blocks() { return cuda_emulator::cluster_dims(); }
  static unsigned num_blocks() { return cuda_emulator::cluster_size(); }
  static dim3 dim_threads() {
    const dim3 d = dim_blocks();
    return dim3(d.x * blockDim.x, d.y * blockDim.y, d.z * blockDim.z);
  }
  static unsigned num_threads() { return num_blocks() * cuda_emulator::block_state.size; }
  static unsigned size() { return num_threads(); }
  static dim3 thread_index() {
    const dim3 b = block_index();
    return dim3(b.x * blockDim.x + threadIdx.x, b.y * blockDim.y + threadIdx.y, b.z * blockDim.z + threadIdx.z);
  }
  static unsigned thread_rank() {
    return block_rank() * cuda_emulator::block_state.size + cuda_emulator::block_state.current;
  }
  template <class T>
  static T* map_shared_rank(T* shared, int rank) {
    return static_cast<T*>(cuda_emulator::shared_of_rank((const void*)shared, static_cast<unsigned>(rank)));
  }
  static unsigned query_shared_rank(const void* shared) { return cuda_emulator::rank_of_shared(shared); }

 private:
  cluster_group() : thread_group(details::Kind::cluster) {}
  friend cluster_group this_cluster();
};
inline cluster_group this_cluster() {
  return {};
}

namespace details {

// Groups of lanes of one warp.
class lane_group : public thread_group {
 public:
  unsigned size() const { return static_cast<unsigned>(__builtin_popcount(mask_)); }
  unsigned num_threads() const { return size(); }
  unsigned thread_rank() const { return rank_of_lane(mask_, cuda_emulator::lane_index()); }
  unsigned meta_group_rank() const { return meta_rank_; }
  unsigned meta_group_size() const { return meta_size_; }
  CUDA_EMULATOR_INLINE void sync() const { cuda_emulator::collective(cuda_emulator::sync_operation, mask_, 0); }

  template <class T>
  CUDA_EMULATOR_INLINE T shfl(T value, int rank) const {
    return from_lane(mask_, value, lane_of_rank(mask_, static_cast<unsigned>(rank) % size()));
  }
  template <class T>
  CUDA_EMULATOR_INLINE T shfl_up(T value, unsigned delta) const {
    const unsigned rank = thread_rank();
    return from_lane(mask_, value, lane_of_rank(mask_, rank >= delta ? rank - delta : rank));
  }
  template <class T>
  CUDA_EMULATOR_INLINE T shfl_down(T value, unsigned delta) const {
    const unsigned rank = thread_rank();
    return from_lane(mask_, value, lane_of_rank(mask_, rank + delta < size() ? rank + delta : rank));
  }
  template <class T>
  CUDA_EMULATOR_INLINE T shfl_xor(T value, unsigned bits) const {
    const unsigned rank = thread_rank(), other = rank ^ bits;
    return from_lane(mask_, value, lane_of_rank(mask_, other < size() ? other : rank));
  }
  CUDA_EMULATOR_INLINE int any(int predicate) const { return __any_sync(mask_, predicate); }
  CUDA_EMULATOR_INLINE int all(int predicate) const { return __all_sync(mask_, predicate); }
  CUDA_EMULATOR_INLINE unsigned ballot(int predicate) const { return by_rank(mask_, __ballot_sync(mask_, predicate)); }
  template <class T>
  CUDA_EMULATOR_INLINE unsigned match_any(T value) const {
    return by_rank(mask_, __match_any_sync(mask_, value));
  }
  template <class T>
  CUDA_EMULATOR_INLINE unsigned match_all(T value, int& predicate) const {
    return by_rank(mask_, __match_all_sync(mask_, value, &predicate));
  }
  unsigned emulated_mask() const { return mask_; }

 protected:
  using thread_group::thread_group;
};

}  // namespace details

class coalesced_group : public details::lane_group {
 public:
  explicit coalesced_group(unsigned mask, unsigned meta_rank = 0, unsigned meta_size = 1)
      : lane_group(mask, meta_rank, meta_size) {}
};

// Lanes meet by source line, as in __activemask.
CUDA_EMULATOR_INLINE coalesced_group coalesced_threads(int line = __builtin_LINE()) {
  return coalesced_group(__activemask(line));
}

namespace details {

// Where the threads of a tile of several warps have their values, while they are between two barriers of the tile.
inline thread_local const void* tile_values[cuda_emulator::max_block_threads];

CUDA_EMULATOR_NOTRACE inline void show_to_tile(const void* value) {
  tile_values[cuda_emulator::block_state.current] = value;
}
template <class T, class F>
CUDA_EMULATOR_NOTRACE T look_at_tile(unsigned first, const T& mine, F choose) {
  T result = mine;
  choose([first](unsigned rank) -> const T& { return *static_cast<const T*>(tile_values[first + rank]); }, &result);
  return result;
}

// Tiles of several warps.
class wide_tile : public thread_group {
 public:
  // choose(value of a rank, result) runs when all threads of the tile have shown their values.
  template <class T, class F>
  CUDA_EMULATOR_INLINE T emulated_exchange(const T& value, F choose) const {
    static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= 32, "groups shuffle types of at most 32 bytes");
    const T mine = value;
    show_to_tile(&mine);
    sync();
    const T result = look_at_tile(first_, mine, choose);
    sync();
    return result;
  }
  template <class T>
  CUDA_EMULATOR_INLINE T shfl(T value, unsigned rank) const {
    const unsigned size = static_cast<unsigned>(num_threads());
    return emulated_exchange(value, [=](const auto& of, T* result) { *result = of(rank % size); });
  }
  CUDA_EMULATOR_INLINE int any(int predicate) const {
    return emulated_exchange(predicate, [size = num_threads()](const auto& of, int* result) {
      for (unsigned r = 0; r < size; ++r) *result = *result || of(r);
    });
  }
  CUDA_EMULATOR_INLINE int all(int predicate) const {
    return emulated_exchange(predicate, [size = num_threads()](const auto& of, int* result) {
      for (unsigned r = 0; r < size; ++r) *result = *result && of(r);
    });
  }

 protected:
  using thread_group::thread_group;
};

}  // namespace details

// A tile of up to 32 threads is a group of lanes.
template <unsigned tile_size, class Parent = void>
class thread_block_tile : public std::conditional_t<(tile_size <= 32), details::lane_group, details::wide_tile> {
  using Base = std::conditional_t<(tile_size <= 32), details::lane_group, details::wide_tile>;

 public:
  static_assert(tile_size > 0 && tile_size <= 1024 && (tile_size & (tile_size - 1)) == 0,
                "a tile's size is a power of two, at most 1024");
  static constexpr unsigned size() { return tile_size; }
  static constexpr unsigned num_threads() { return tile_size; }
  unsigned thread_rank() const { return static_cast<unsigned>(Base::thread_rank()); }
  unsigned meta_group_rank() const { return this->meta_rank_; }
  unsigned meta_group_size() const { return this->meta_size_; }
  // As a warp's shuffles: of a block's last tile, which may have fewer threads, lanes that do not exist are read too.
  template <class T>
  CUDA_EMULATOR_INLINE T shfl(T value, int rank) const {
    if constexpr (tile_size <= 32) {
      return details::shuffled(cuda_emulator::shuffle_operation, this->mask_, value, static_cast<unsigned>(rank),
                               tile_size);
    } else {
      return Base::shfl(value, static_cast<unsigned>(rank));
    }
  }
  template <class T>
  CUDA_EMULATOR_INLINE T shfl_up(T value, unsigned delta) const {
    return details::shuffled(cuda_emulator::shuffle_up_operation, this->mask_, value, delta, tile_size);
  }
  template <class T>
  CUDA_EMULATOR_INLINE T shfl_down(T value, unsigned delta) const {
    return details::shuffled(cuda_emulator::shuffle_down_operation, this->mask_, value, delta, tile_size);
  }
  template <class T>
  CUDA_EMULATOR_INLINE T shfl_xor(T value, unsigned bits) const {
    // Beyond the tile there is nobody to exchange with.
    return details::shuffled(cuda_emulator::shuffle_xor_operation, this->mask_, value, bits < tile_size ? bits : 0,
                             tile_size);
  }
  template <class OtherParent>
  thread_block_tile(const thread_block_tile<tile_size, OtherParent>& other) : Base(other) {}

 private:
  explicit thread_block_tile(const Base& base) : Base(base) {}
  explicit thread_block_tile(details::Kind kind) : Base(kind) {}
  template <unsigned size, class P>
  friend thread_block_tile<size, P> tiled_partition(const P& parent);
};

// Part of the parent's threads: those whose rank in the parent has the same quotient by the tile's size.
template <unsigned tile_size, class Parent>
thread_block_tile<tile_size, Parent> tiled_partition(const Parent& parent) {
  const unsigned rank = static_cast<unsigned>(parent.thread_rank()), size = static_cast<unsigned>(parent.size());
  thread_block_tile<tile_size, Parent> tile(tile_size <= 32 ? details::Kind::lanes : details::Kind::threads);
  tile.meta_rank_ = rank / tile_size;
  tile.meta_size_ = (size + tile_size - 1) / tile_size;
  if constexpr (tile_size <= 32) {
    const unsigned lane = cuda_emulator::lane_index(),
                   left = cuda_emulator::block_state.size - (cuda_emulator::block_state.current - lane % tile_size);
    const unsigned count = left < tile_size ? left : tile_size;
    tile.mask_ = (count >= 32 ? ~0u : (1u << count) - 1) << (lane - lane % tile_size);
  } else {
    tile.first_ = cuda_emulator::block_state.current / tile_size * tile_size;
    tile.count_ = tile_size;
  }
  return tile;
}
inline thread_group tiled_partition(const thread_group& parent, unsigned size) {
  const unsigned rank = static_cast<unsigned>(parent.thread_rank());
  thread_group tile(0, rank / size, (static_cast<unsigned>(parent.size()) + size - 1) / size);
  if (parent.kind_ == details::Kind::lanes) {  // by rank: of a coalesced group too
    for (unsigned r = rank / size * size; r < rank / size * size + size && r < parent.size(); ++r) {
      tile.mask_ |= 1u << details::lane_of_rank(parent.mask_, r);
    }
  } else {
    const unsigned lane = cuda_emulator::lane_index();
    const unsigned begin = lane / size * size,
                   left = cuda_emulator::block_state.size - (cuda_emulator::block_state.current - lane + begin);
    const unsigned count = left < size ? left : size;
    tile.mask_ = (count >= 32 ? ~0u : (1u << count) - 1) << begin;
  }
  return tile;
}
inline coalesced_group tiled_partition(const coalesced_group& parent, unsigned size) {
  const unsigned rank = parent.thread_rank();
  unsigned mask = 0;
  for (unsigned r = rank / size * size; r < rank / size * size + size && r < parent.size(); ++r) {
    mask |= 1u << details::lane_of_rank(parent.emulated_mask(), r);
  }
  return coalesced_group(mask, rank / size, (parent.size() + size - 1) / size);
}
inline thread_block_tile<1, void> this_thread() {
  return tiled_partition<1>(this_thread_block());
}

// The lanes that passed the same label, or the same predicate.
template <class Label, class Group>
CUDA_EMULATOR_INLINE coalesced_group labeled_partition(const Group& group, Label label) {
  const unsigned mask = group.emulated_mask(), mine = __match_any_sync(mask, label);
  // Parts are numbered by their first lanes.
  const unsigned firsts =
      __ballot_sync(mask, cuda_emulator::lane_index() == static_cast<unsigned>(__builtin_ctz(mine)));
  return coalesced_group(mine, details::rank_of_lane(firsts, static_cast<unsigned>(__builtin_ctz(mine))),
                         static_cast<unsigned>(__builtin_popcount(firsts)));
}
template <class Group>
CUDA_EMULATOR_INLINE coalesced_group binary_partition(const Group& group, bool predicate) {
  const unsigned mask = group.emulated_mask(), yes = __ballot_sync(mask, predicate);
  return coalesced_group(predicate ? yes : mask & ~yes, predicate, 2);
}

template <class Group>
CUDA_EMULATOR_INLINE void sync(const Group& group) {
  group.sync();
}
template <class Group>
CUDA_EMULATOR_INLINE unsigned long long thread_rank(const Group& group) {
  return group.thread_rank();
}
template <class Group>
CUDA_EMULATOR_INLINE unsigned long long group_size(const Group& group) {
  return group.size();
}
inline dim3 group_index(const thread_block&) {
  return blockIdx;
}
inline dim3 thread_index(const thread_block&) {
  return threadIdx;
}

// One thread of the group calls f.
template <class Group, class F, class... A>
CUDA_EMULATOR_INLINE void invoke_one(const Group& group, F&& f, A&&... a) {
  if (group.thread_rank() == 0) std::forward<F>(f)(std::forward<A>(a)...);
}
template <class Group, class F, class... A>
CUDA_EMULATOR_INLINE auto invoke_one_broadcast(const Group& group, F&& f, A&&... a) {
  std::decay_t<std::invoke_result_t<F, A...>> result{};
  if (group.thread_rank() == 0) result = std::forward<F>(f)(std::forward<A>(a)...);
  return group.shfl(result, 0);
}

}  // namespace cooperative_groups
