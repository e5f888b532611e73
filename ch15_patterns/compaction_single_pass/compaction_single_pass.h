// Compaction in a single pass: x is read once. What is kept, and the reference, are those of ch15_patterns/compaction;
// how blocks tell each other what they have found is said in ch15_patterns/scan_single_pass.
#pragma once

#include "ch15_patterns/compaction/compaction.h"
#include "ch15_patterns/scan_single_pass/board.h"
#include "common/device.h"

namespace compaction_single_pass {

using scan_single_pass::Board;

// The rungs. x and kept point to n values each in device memory, x at a multiple of 16 bytes, as cudaMalloc gives it
// (else std::invalid_argument); *count, in device memory too, of them are written. x is not changed; n may be 0. board
// must have been made for board_tiles(n) tiles or more (else std::length_error). A rung does not wait for the device,
// and throws CudaError if a launch fails.
template <typename Real>
void unordered(const Real* x, std::size_t n, Real* kept, std::size_t* count, Board& board);  // one atomic a tile
template <typename Real>
void look_back(const Real* x, std::size_t n, Real* kept, std::size_t* count, Board& board);  // a look-back a tile
template <typename Real>
void ring(const Real* x, std::size_t n, Real* kept, std::size_t* count, Board& board);  // tiles in flight

std::size_t board_tiles(std::size_t n);

template <typename Real>
struct Rung {
  const char* name;
  void (*compact)(const Real* x, std::size_t n, Real* kept, std::size_t* count, Board& board);
  Needs needs;
  bool in_order;  // else tiles come in another order in every run
};

template <typename Real>
inline constexpr Rung<Real> ladder[] = {
    {"unordered", unordered<Real>, {}, false},
    {"look_back", look_back<Real>, {}, true},
    {"ring", ring<Real>, {90, scan_single_pass::ring_bytes}, true},
};

}  // namespace compaction_single_pass
