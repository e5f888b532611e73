// Stands in for the CUDA header of the same name: reduce over a tile or a coalesced group, and its operations.
#pragma once
#include <cooperative_groups.h>

namespace cooperative_groups {

template <class T = void>
struct plus {
  T operator()(T a, T b) const { return a + b; }
};
template <class T = void>
struct less {  // as in CUDA: the smaller one
  T operator()(T a, T b) const { return b < a ? b : a; }
};
template <class T = void>
struct greater {  // the larger one
  T operator()(T a, T b) const { return a < b ? b : a; }
};
template <class T = void>
struct bit_and {
  T operator()(T a, T b) const { return a & b; }
};
template <class T = void>
struct bit_or {
  T operator()(T a, T b) const { return a | b; }
};
template <class T = void>
struct bit_xor {
  T operator()(T a, T b) const { return a ^ b; }
};
// Without a type: any type.
#define CUDA_EMULATOR_TRANSPARENT(name, typed) \
  template <>                                  \
  struct name<void> {                          \
    template <class T>                         \
    T operator()(T a, T b) const {             \
      return typed<T>()(a, b);                 \
    }                                          \
  };
CUDA_EMULATOR_TRANSPARENT(plus, plus)
CUDA_EMULATOR_TRANSPARENT(less, less)
CUDA_EMULATOR_TRANSPARENT(greater, greater)
CUDA_EMULATOR_TRANSPARENT(bit_and, bit_and)
CUDA_EMULATOR_TRANSPARENT(bit_or, bit_or)
CUDA_EMULATOR_TRANSPARENT(bit_xor, bit_xor)
#undef CUDA_EMULATOR_TRANSPARENT

namespace details {

// A lane's value for a reduction or scan; it is on the lane's own stack while the lane waits.
template <class T, class F>
struct Contribution {
  T value;
  const F* combine;
};

// A butterfly, as on a GPU: the order of the operations determines how floating-point sums are rounded.
template <class T, class F>
CUDA_EMULATOR_NOTRACE void finish_reduce(unsigned arrived, cuda_emulator::Lane* lanes) {
  using Mine = Contribution<T, F>;
  Mine* of_rank[32];
  unsigned count = 0;
  cuda_emulator::for_each_lane(arrived,
                               [&](unsigned l) { of_rank[count++] = reinterpret_cast<Mine*>(lanes[l].value); });
  const F& combine = *of_rank[0]->combine;
  alignas(T) unsigned char memory[32 * sizeof(T)];
  T* const values = reinterpret_cast<T*>(memory);
  for (unsigned r = 0; r < count; ++r) __builtin_memcpy(&values[r], &of_rank[r]->value, sizeof(T));
  unsigned half = 1;
  while (half * 2 < count) half *= 2;
  for (unsigned live = count; live > 1; live = half, half /= 2) {
    for (unsigned r = 0; r + half < live; ++r) {
      const T sum = combine(values[r], values[r + half]);
      __builtin_memcpy(&values[r], &sum, sizeof(T));
    }
  }
  for (unsigned r = 0; r < count; ++r) __builtin_memcpy(&of_rank[r]->value, &values[0], sizeof(T));
}
template <class T, class F>
inline constexpr cuda_emulator::Operation reduce_operation{"cooperative_groups::reduce", finish_reduce<T, F>};

template <class T, class F, class Group>
CUDA_EMULATOR_INLINE T reduce_lanes(const Group& group, const T& value, const F& combine) {
  Contribution<T, F> mine{value, &combine};
  cuda_emulator::collective(reduce_operation<T, F>, group.emulated_mask(), reinterpret_cast<unsigned long long>(&mine),
                            0, static_cast<unsigned>(group.size()));
  return mine.value;
}
// First within the warps, then their results.
template <class T, class F, class Group>
CUDA_EMULATOR_INLINE T reduce_wide(const Group& group, const T& value, const F& combine) {
  const unsigned size = static_cast<unsigned>(group.thread_group::num_threads()),
                 lanes = size - group.thread_rank() / 32 * 32;
  const coalesced_group warp(lanes < 32 ? (1u << lanes) - 1 : ~0u);
  return group.emulated_exchange(reduce_lanes<T, F>(warp, value, combine), [&](const auto& of, T* result) {
    *result = of(0);
    for (unsigned r = 32; r < size; r += 32) *result = combine(*result, of(r));
  });
}

}  // namespace details

template <class Group, class T, class F>
CUDA_EMULATOR_INLINE auto reduce(const Group& group, T&& value, F&& combine) {
  using Value = std::decay_t<T>;
  using Combine = std::decay_t<F>;
  static_assert(std::is_trivially_copyable_v<Value>, "reduce needs a trivially copyable type");
  if constexpr (std::is_base_of_v<details::wide_tile, Group>) {
    return details::reduce_wide<Value>(group, value, combine);
  } else {
    return details::reduce_lanes<Value, Combine>(group, value, combine);
  }
}

}  // namespace cooperative_groups
