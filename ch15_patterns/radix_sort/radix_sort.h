// Radix sort of 32-bit keys, alone or each with a 32-bit value: stable, 8 bits at a time, least significant first.
// ch15_patterns/one_sweep and ch15_patterns/partition_sort continue from here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "common/sort_task.h"

namespace radix_sort {

using sorts::Key;
using sorts::Rung;
using sorts::Value;

inline constexpr int digit_bits = 8, digits = 1 << digit_bits, passes = 4;

// The idea in one warp: each group of 32 consecutive keys is sorted (the last one may be smaller), one bit at a time,
// by ballots. keys and sorted: n keys in device memory that do not overlap.
void sort_in_warps(const Key* keys, Key* sorted, std::size_t n);

std::size_t scratch_bytes(std::size_t n);

// The rung: for its arguments see common/sort_task.h. scratch holds scratch_bytes(n).
std::span<const Rung> ladder();

// Signed and floating-point numbers in ascending order: n numbers of 32 bits in x and in sorted, scratch as above.
// Floats are in the order of their values, with -0 before 0 and NaNs at the ends, according to their signs.
void sort_signed(const std::int32_t* x, std::int32_t* sorted, std::size_t n, void* scratch);
void sort_floats(const float* x, float* sorted, std::size_t n, void* scratch);

}  // namespace radix_sort
