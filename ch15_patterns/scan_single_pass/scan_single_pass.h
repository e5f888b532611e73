// Scan in a single pass: every element is read once and written once. ch15_patterns/scans/scan_task.h defines the sums.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>

#include "ch15_patterns/look_back/tile_states.h"
#include "ch15_patterns/scans/scan_task.h"
#include "common/check.h"

namespace scan_single_pass {

using scan::Kind;

std::size_t tiles_for(std::size_t n);

// The last rung in a stream: ch16_thrust_cub/scan_libraries compares it with libraries.
void ring_in(cudaStream_t stream, const unsigned* x, unsigned* y, std::size_t n, Kind kind, TileStateMemory& states);
inline constexpr Needs ring_needs = {90, 217 * 1024};  // bulk copies, and barriers that wait for them

template <typename T>
void check_arguments(const T* x, const T* y, std::size_t n, const TileStateMemory& states) {
  if ((reinterpret_cast<std::uintptr_t>(x) | reinterpret_cast<std::uintptr_t>(y)) % 16 != 0)
    throw std::invalid_argument("single-pass scan: x and y must lie at multiples of 16 bytes");
  if (states.tiles() < tiles_for(n)) throw std::length_error("single-pass scan: too few tile states");
}

// The additions that an element passes at most on its way into y[i]: 4 + 5 + 12 in a part, 20 in a tile, and those of
// the tiles before. A tile has 10240 elements at least; the ring's are smaller.
inline constexpr double in_tile = 64;
inline double one_per_tile(std::size_t n, int) {
  return in_tile + 2.0 * n / 10240;
}
inline double six_per_32_tiles(std::size_t n, int) {
  return in_tile + 6.0 * n / 10240 / 32;
}
inline double two_per_round(std::size_t n, int multiprocessors) {
  return in_tile + 2.0 * n / tile_ring::tile_elements(8) / multiprocessors;
}

// The rungs. x and y point to n values each in device memory, at addresses that are multiples of 16, as cudaMalloc
// gives them (else std::invalid_argument). x is not changed; n may be 0. states must have been made for tiles_for(n)
// tiles or more (else std::length_error). A rung does not wait for the device, and throws CudaError if a launch fails.
template <typename T>
struct Rung {
  const char* name;
  void (*run)(const T* x, T* y, std::size_t n, Kind kind, TileStateMemory& states);
  double (*additions)(std::size_t n, int multiprocessors);
  Needs needs;
  bool repeats;  // floating-point sums are the same in every run on one kind of device
};

// thread_look_back and look_back add floating-point totals in an order that depends on the progress of other blocks:
// the last digits may vary from run to run. The order of chained depends on n, that of ring on n and the number of
// SMs.
template <typename T>
std::span<const Rung<T>> ladder();

// As scan::error_bound: a bound on the rung's relative error for x >= 0.
template <typename T>
double error_bound(const Rung<T>& rung, std::size_t n, int multiprocessors) {
  const double error = rung.additions(n, multiprocessors) * (sizeof(T) == 4 ? 0x1p-24 : 0x1p-53);
  return std::is_floating_point_v<T> ? error / (1 - error) : 0;
}

}  // namespace scan_single_pass
