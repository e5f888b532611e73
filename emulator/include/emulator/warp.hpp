// Warp functions: votes, shuffles, matches, reductions.
//
// Each is an Operation whose finish runs once, in the lane that arrives last, for all lanes that arrived.
#pragma once
#include "emulator/core.hpp"

namespace cuda_emulator {

inline unsigned lane_index() {
  return block_state.current % warp_size;
}

template <class T>
CUDA_EMULATOR_INLINE auto to_bits(T value) {
  static_assert(sizeof(T) <= 8 && std::is_trivially_copyable_v<T>, "warp functions take types of 1 to 8 bytes");
  unsigned long long bits = 0;
  __builtin_memcpy(&bits, &value, sizeof value);
  return bits;
}
template <class T>
CUDA_EMULATOR_INLINE auto from_bits(unsigned long long bits) {
  T value;
  __builtin_memcpy(&value, &bits, sizeof value);
  return value;
}

template <class F>
CUDA_EMULATOR_INLINE auto for_each_lane(unsigned lanes, F f) {
  for (; lanes; lanes &= lanes - 1) f(static_cast<unsigned>(__builtin_ctz(lanes)));
}

// Gives every lane the same result.
CUDA_EMULATOR_INLINE void give_all(unsigned arrived, Lane* lanes, unsigned long long result) {
  for_each_lane(arrived, [=](unsigned l) { lanes[l].value = result; });
}
CUDA_EMULATOR_INLINE unsigned count_votes(unsigned arrived, const Lane* lanes) {
  unsigned votes = 0;
  for_each_lane(arrived, [&](unsigned l) { votes |= (lanes[l].value != 0) << l; });
  return votes;
}

CUDA_EMULATOR_NOTRACE inline void finish_ballot(unsigned arrived, Lane* lanes) {
  give_all(arrived, lanes, count_votes(arrived, lanes));
}
CUDA_EMULATOR_NOTRACE inline void finish_any(unsigned arrived, Lane* lanes) {
  give_all(arrived, lanes, count_votes(arrived, lanes) != 0);
}
CUDA_EMULATOR_NOTRACE inline void finish_all(unsigned arrived, Lane* lanes) {
  give_all(arrived, lanes, count_votes(arrived, lanes) == arrived);
}
CUDA_EMULATOR_NOTRACE inline void finish_active(unsigned arrived, Lane* lanes) {
  give_all(arrived, lanes, arrived);
}
CUDA_EMULATOR_NOTRACE inline void finish_match_any(unsigned arrived, Lane* lanes) {
  unsigned same[warp_size];
  for_each_lane(arrived, [&](unsigned l) {
    same[l] = 0;
    for_each_lane(arrived, [&](unsigned k) { same[l] |= (lanes[k].value == lanes[l].value) << k; });
  });
  for_each_lane(arrived, [&](unsigned l) { lanes[l].value = same[l]; });
}
CUDA_EMULATOR_NOTRACE inline void finish_match_all(unsigned arrived, Lane* lanes) {
  const unsigned long long first = lanes[__builtin_ctz(arrived)].value;
  bool same = true;
  for_each_lane(arrived, [&](unsigned l) { same = same && lanes[l].value == first; });
  give_all(arrived, lanes, same ? arrived : 0);
}

enum class Shuffle { from, up, down, exclusive_or };
// A source outside of the lane's segment gives the lane its own value, and a lane that did not arrive gives 0: so does
// an H200, though CUDA guarantees nothing.
template <Shuffle shuffle>
CUDA_EMULATOR_NOTRACE auto finish_shuffle(unsigned arrived, Lane* lanes) {
  unsigned long long value[warp_size];
  for (unsigned l = 0; l < warp_size; ++l) value[l] = lanes[l].value;
  for_each_lane(arrived, [&](unsigned l) {
    const unsigned width = lanes[l].width, shift = lanes[l].argument % warp_size, begin = l & ~(width - 1),
                   last = begin + width - 1;
    unsigned source = l;
    if (shuffle == Shuffle::from) source = begin | (shift & (width - 1));
    if (shuffle == Shuffle::up && l >= begin + shift) source = l - shift;
    if (shuffle == Shuffle::down && l + shift <= last) source = l + shift;
    if (shuffle == Shuffle::exclusive_or && (l ^ shift) <= last) source = l ^ shift;
    lanes[l].value = arrived >> source & 1 ? value[source] : 0;
  });
}

template <class T, class F>
CUDA_EMULATOR_NOTRACE auto finish_reduce(unsigned arrived, Lane* lanes) {
  T sum{};
  bool first = true;
  for_each_lane(arrived, [&](unsigned l) {
    const T value = from_bits<T>(lanes[l].value);
    sum = first ? value : F()(sum, value);
    first = false;
  });
  give_all(arrived, lanes, to_bits(sum));
}

inline constexpr Operation sync_operation{"__syncwarp", nullptr};
inline constexpr Operation ballot_operation{"__ballot_sync", finish_ballot};
inline constexpr Operation any_operation{"__any_sync", finish_any};
inline constexpr Operation all_operation{"__all_sync", finish_all};
inline constexpr Operation active_operation{"__activemask", finish_active, true};
inline constexpr Operation match_any_operation{"__match_any_sync", finish_match_any};
inline constexpr Operation match_all_operation{"__match_all_sync", finish_match_all};
inline constexpr Operation shuffle_operation{"__shfl_sync", finish_shuffle<Shuffle::from>};
inline constexpr Operation shuffle_up_operation{"__shfl_up_sync", finish_shuffle<Shuffle::up>};
inline constexpr Operation shuffle_down_operation{"__shfl_down_sync", finish_shuffle<Shuffle::down>};
inline constexpr Operation shuffle_xor_operation{"__shfl_xor_sync", finish_shuffle<Shuffle::exclusive_or>};

struct Add {
  template <class T>
  auto operator()(T a, T b) const {
    return static_cast<T>(a + b);
  }
};
struct Minimum {
  template <class T>
  auto operator()(T a, T b) const {
    return b < a ? b : a;
  }
};
struct Maximum {
  template <class T>
  auto operator()(T a, T b) const {
    return a < b ? b : a;
  }
};
struct BitAnd {
  template <class T>
  auto operator()(T a, T b) const {
    return static_cast<T>(a & b);
  }
};
struct BitOr {
  template <class T>
  auto operator()(T a, T b) const {
    return static_cast<T>(a | b);
  }
};
struct BitXor {
  template <class T>
  auto operator()(T a, T b) const {
    return static_cast<T>(a ^ b);
  }
};
template <class T, class F>
inline constexpr Operation reduce_operation{"__reduce_sync", finish_reduce<T, F>};

}  // namespace cuda_emulator

CUDA_EMULATOR_INLINE void __syncthreads() {
  cuda_emulator::block_barrier(0);
}
CUDA_EMULATOR_INLINE int __syncthreads_count(int predicate) {
  cuda_emulator::block_barrier(predicate != 0);
  return static_cast<int>(cuda_emulator::block_votes());
}
CUDA_EMULATOR_INLINE int __syncthreads_or(int predicate) {
  return __syncthreads_count(predicate) > 0;
}
CUDA_EMULATOR_INLINE int __syncthreads_and(int predicate) {
  cuda_emulator::block_barrier(predicate != 0);
  return cuda_emulator::block_votes() == cuda_emulator::block_voters();
}
CUDA_EMULATOR_INLINE void __barrier_sync(unsigned) {
  cuda_emulator::block_barrier(0);
}

CUDA_EMULATOR_INLINE void __syncwarp(unsigned mask = 0xffffffffu) {
  cuda_emulator::collective(cuda_emulator::sync_operation, mask, 0);
}
CUDA_EMULATOR_INLINE unsigned __ballot_sync(unsigned mask, int predicate) {
  return static_cast<unsigned>(cuda_emulator::collective(cuda_emulator::ballot_operation, mask, predicate != 0));
}
CUDA_EMULATOR_INLINE int __any_sync(unsigned mask, int predicate) {
  return static_cast<int>(cuda_emulator::collective(cuda_emulator::any_operation, mask, predicate != 0));
}
CUDA_EMULATOR_INLINE int __all_sync(unsigned mask, int predicate) {
  return static_cast<int>(cuda_emulator::collective(cuda_emulator::all_operation, mask, predicate != 0));
}
// Lanes meet by source line: the optimiser may copy a call, so its address does not tell them apart.
CUDA_EMULATOR_INLINE unsigned __activemask(int line = __builtin_LINE()) {
  return static_cast<unsigned>(
      cuda_emulator::collective(cuda_emulator::active_operation, 0xffffffffu, 0, static_cast<unsigned>(line)));
}

template <class T>
CUDA_EMULATOR_INLINE unsigned __match_any_sync(unsigned mask, T value) {
  return static_cast<unsigned>(
      cuda_emulator::collective(cuda_emulator::match_any_operation, mask, cuda_emulator::to_bits(value)));
}
template <class T>
CUDA_EMULATOR_INLINE unsigned __match_all_sync(unsigned mask, T value, int* predicate) {
  const auto same = static_cast<unsigned>(
      cuda_emulator::collective(cuda_emulator::match_all_operation, mask, cuda_emulator::to_bits(value)));
  *predicate = same != 0;
  return same;
}

// CUDA has them for numbers only, also of half precision: a structure is refused, or finds the program's own function.
namespace cuda_emulator {
template <int mantissa_bits, class Raw>
class SmallFloat;
template <class T>
struct SmallPair;
template <class T>
inline constexpr bool is_shuffled = std::is_arithmetic_v<T> || (std::is_enum_v<T> && std::is_convertible_v<T, int>);
template <int mantissa_bits, class Raw>
inline constexpr bool is_shuffled<SmallFloat<mantissa_bits, Raw>> = true;
template <class T>
inline constexpr bool is_shuffled<SmallPair<T>> = true;
}  // namespace cuda_emulator
#define CUDA_EMULATOR_SHUFFLE(name, operation, Argument)                                           \
  template <class T, std::enable_if_t<cuda_emulator::is_shuffled<T>, int> = 0>                     \
  CUDA_EMULATOR_INLINE T name(unsigned mask, T value, Argument argument, int width = 32) {         \
    return cuda_emulator::from_bits<T>(                                                            \
        cuda_emulator::collective(cuda_emulator::operation, mask, cuda_emulator::to_bits(value),   \
                                  static_cast<unsigned>(argument), static_cast<unsigned>(width))); \
  }
CUDA_EMULATOR_SHUFFLE(__shfl_sync, shuffle_operation, int)
CUDA_EMULATOR_SHUFFLE(__shfl_up_sync, shuffle_up_operation, unsigned)
CUDA_EMULATOR_SHUFFLE(__shfl_down_sync, shuffle_down_operation, unsigned)
CUDA_EMULATOR_SHUFFLE(__shfl_xor_sync, shuffle_xor_operation, int)
#undef CUDA_EMULATOR_SHUFFLE

#define CUDA_EMULATOR_REDUCE(name, T, F)                                                                               \
  CUDA_EMULATOR_INLINE T name(unsigned mask, T value) {                                                                \
    return cuda_emulator::from_bits<T>(cuda_emulator::collective(cuda_emulator::reduce_operation<T, cuda_emulator::F>, \
                                                                 mask, cuda_emulator::to_bits(value)));                \
  }
CUDA_EMULATOR_REDUCE(__reduce_add_sync, unsigned, Add)
CUDA_EMULATOR_REDUCE(__reduce_add_sync, int, Add)
CUDA_EMULATOR_REDUCE(__reduce_min_sync, unsigned, Minimum)
CUDA_EMULATOR_REDUCE(__reduce_min_sync, int, Minimum)
CUDA_EMULATOR_REDUCE(__reduce_max_sync, unsigned, Maximum)
CUDA_EMULATOR_REDUCE(__reduce_max_sync, int, Maximum)
CUDA_EMULATOR_REDUCE(__reduce_and_sync, unsigned, BitAnd)
CUDA_EMULATOR_REDUCE(__reduce_or_sync, unsigned, BitOr)
CUDA_EMULATOR_REDUCE(__reduce_xor_sync, unsigned, BitXor)
#undef CUDA_EMULATOR_REDUCE

// Removed since compute capability 7.0: the forms without a mask. A program's own functions of these names come first.
int __shfl(...) = delete;
int __shfl_up(...) = delete;
int __shfl_down(...) = delete;
int __shfl_xor(...) = delete;
unsigned __ballot(...) = delete;
int __any(...) = delete;
int __all(...) = delete;
