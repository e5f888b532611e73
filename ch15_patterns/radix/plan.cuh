// The digits of a key, and data shared by the passes of a radix sort: where digits start, and between which arrays a
// pass moves its keys.
#pragma once

#include <cstddef>
#include <cstdint>

#include "common/sort_task.h"

namespace radix {

using sorts::Key;
using sorts::Value;

inline constexpr int digit_bits = 8, digits = 1 << digit_bits, passes = 4;

// In device memory, for the kernels of one sort. All zero before the first. Word counts keys: 32 bits are faster, 64
// are for many keys.
template <typename Word>
struct Plan {
  Word starts[passes][digits];  // at first how often each digit occurs, then where its first key goes
  unsigned moves[passes];       // 0: the digit is the same in all keys, so the pass would change nothing
  unsigned ticket[passes];      // the next tile of each pass
  unsigned finished;            // blocks of the histogram
};

__device__ inline unsigned digit_of(Key key, int pass) {
  return key >> pass * digit_bits & (digits - 1);
}

__device__ inline unsigned add(unsigned* word, unsigned value) {
  return atomicAdd(word, value);
}
__device__ inline std::uint64_t add(std::uint64_t* word, std::uint64_t value) {
  return atomicAdd(reinterpret_cast<unsigned long long*>(word), static_cast<unsigned long long>(value));
}

// How many keys there are. If exact is not null, the number is in device memory when the kernels run, and the host
// knows only that it is at most `most`.
struct Count {
  std::size_t most;
  const unsigned long long* exact = nullptr;

  Count(std::size_t n) : most(n) {}
  Count(std::size_t bound, const unsigned long long* word) : most(bound), exact(word) {}
  __device__ std::size_t value() const { return exact ? *exact : most; }
};

struct Arrays {
  const Key* keys;
  const Value* values;
  Key *other, *sorted;
  Value *other_values, *sorted_values;
};

struct Route {
  const Key* from;
  const Value* from_values;
  Key* to;
  Value* to_values;
};

// Passes that change nothing are skipped; the others alternate between two arrays such that the last ends in sorted.
template <typename Word>
__device__ Route route(const Arrays& a, const Plan<Word>& plan, int pass) {
  unsigned before = 0, after = 0;
  for (int p = 0; p < passes; ++p) (p < pass ? before : after) += plan.moves[p];
  const bool to_sorted = after % 2 == 1;  // including this pass
  return {before == 0 ? a.keys
          : to_sorted ? a.other
                      : a.sorted,
          before == 0 ? a.values
          : to_sorted ? a.other_values
                      : a.sorted_values,
          to_sorted ? a.sorted : a.other, to_sorted ? a.sorted_values : a.other_values};
}

// The words of the look-back of one pass: a row of digits for each tile.
__host__ __device__ inline std::size_t look_back_words(std::size_t n, int tile) {
  return (n + tile - 1) / tile * digits;
}

// The scratch memory of a sort: the plan, the words of the look-back, pass after pass, then keys and values between
// passes. most: at most this many keys.
inline constexpr std::size_t plan_bytes = 16384;  // to be cleared before the first kernel

template <typename Word>
struct Scratch {
  Plan<Word>* plan;
  Word* look_back;
  Key* other;

  Scratch(void* memory, std::size_t most, int tile)
      : plan(static_cast<Plan<Word>*>(memory)),
        look_back(reinterpret_cast<Word*>(static_cast<char*>(memory) + plan_bytes)),
        other(reinterpret_cast<Key*>(look_back + passes * look_back_words(most, tile))) {
    static_assert(sizeof(Plan<Word>) <= plan_bytes);
  }
};

inline std::size_t scratch_bytes(std::size_t n, int tile) {
  return plan_bytes + passes * look_back_words(n, tile) * sizeof(std::uint64_t) + n * (sizeof(Key) + sizeof(Value));
}

// Counts of fewer keys than this leave the top bits of a 32-bit word free (stable_tile.cuh).
inline constexpr std::size_t most_narrow = (std::size_t{1} << 30) - 1;

}  // namespace radix
