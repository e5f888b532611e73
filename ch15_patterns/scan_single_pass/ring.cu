// The last rung: a ring of tiles, one block per SM.
#include "ch15_patterns/scan_single_pass/scan_single_pass.h"
#include "common/ring_scan.cuh"

namespace scan_single_pass {

// ---- Rung 4. Persistent blocks, and tiles in flight: the kernel is in common/ring_scan.cuh, the ring in
// common/ring.cuh.
template <typename T>
void ring(const T* x, T* y, std::size_t n, Kind kind, TileStateMemory& states) {
  check_arguments(x, y, n, states);
  scan::ring(x, y, n, kind, states);
}

template void ring(const unsigned*, unsigned*, std::size_t, Kind, TileStateMemory&);
template void ring(const float*, float*, std::size_t, Kind, TileStateMemory&);
template void ring(const double*, double*, std::size_t, Kind, TileStateMemory&);

}  // namespace scan_single_pass
