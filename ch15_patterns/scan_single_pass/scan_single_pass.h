// Scan in a single pass: every element is read once and written once. What the sums are is said in ch15_patterns/scan.
#pragma once

#include "ch15_patterns/scan/scan.h"
#include "ch15_patterns/scan_single_pass/board.h"
#include "common/device.h"

namespace scan_single_pass {

using scan::Kind;

// The rungs. x and y point to n values each in device memory, at addresses that are multiples of 16, as cudaMalloc
// gives them (else std::invalid_argument). x is not changed; n may be 0. board must have been made for board_tiles(n)
// tiles or more (else std::length_error). A rung does not wait for the device, and throws CudaError if a launch fails.
template <typename T>
void look_back(const T* x, std::size_t n, Kind kind, T* y,
               Board& board);  // a block a tile, which looks at those before
template <typename T>
void ring(const T* x, std::size_t n, Kind kind, T* y, Board& board);  // a block a multiprocessor, and bulk copies

std::size_t board_tiles(std::size_t n);

template <typename T>
struct Rung {
  const char* name;
  void (*scan)(const T* x, std::size_t n, Kind kind, T* y, Board& board);
  Needs needs;
  bool repeats;  // floating-point sums are the same in every run on one kind of device
};

// look_back adds floating-point totals in an order that depends on how far other blocks have come: its last digits may
// change from run to run. ring adds in an order that n and the number of multiprocessors decide.
template <typename T>
inline constexpr Rung<T> ladder[] = {
    {"look_back", look_back<T>, {}, false},
    {"ring", ring<T>, {90, ring_bytes}, true},
};

// As scan::error_bound: a relative error that no rung exceeds for x >= 0. On its way into y[i] an element passes at
// most 4 + 5 + 12 additions in a part and 18 in a tile. Then come two for every earlier tile of its block (ring; a tile
// has at least 9216 elements) or six for every 32 earlier tiles (look_back; at least 10240).
template <typename T>
double error_bound(std::size_t n, int multiprocessors) {
  const double half_epsilon = sizeof(T) == 4 ? 0x1p-24 : 0x1p-53;
  const double additions = 64 + 2.0 * n / 9216 / multiprocessors + 6.0 * n / 10240 / 32;
  return std::is_floating_point_v<T> ? additions * half_epsilon * 1.001 : 0;
}

}  // namespace scan_single_pass
