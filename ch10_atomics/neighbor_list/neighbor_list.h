// For each atom in a plane, the others within a cutoff: test every pair, or only the pairs that can be close.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "ch10_atomics/neighbor_list/atoms.h"

namespace neighbor_list {

// Atoms in device memory, and the rectangle that holds them all. Coordinates are finite.
template <typename Real>
struct System {
  const Real *x, *y;
  int n;
  Real cutoff;
  Real low_x, low_y, high_x, high_y;
};

// Neighbour k of atom i is neighbour[k * n + i]: threads of neighbouring atoms then store to neighbouring addresses.
// count[i] may exceed capacity; neighbours that do not fit are counted but not stored, and lists_from throws.
struct DeviceLists {
  int* count;
  int* neighbour;
  int capacity;
};

template <typename Real>
std::size_t scratch_bytes(std::size_t n);

// The rungs. Two atoms are neighbours if their squared distance, fma(dx, dx, dy * dy) in Real, is at most cutoff *
// cutoff: the same arithmetic everywhere, so that all rungs find the same pairs. lists.count holds n values,
// lists.neighbour capacity * n, scratch scratch_bytes<Real>(n) bytes, aligned as cudaMalloc's are; all are overwritten,
// x and y are not changed, and n may be 0. A rung does not wait for the device, and throws CudaError if a launch fails.
template <typename Real>
struct Rung {
  const char* name;
  void (*find)(const System<Real>& atoms, const DeviceLists& lists, void* scratch);
  bool every_pair;  // O(n^2)
  bool ordered;     // lists are ascending, so the same in every run
};

template <typename Real>
std::span<const Rung<Real>> ladder();

// The references: every pair, or by cells where that would take too long, then on one core or on all of the host's.
template <typename Real>
Lists lists_cpu(const std::vector<Real>& x, const std::vector<Real>& y, Real cutoff);
template <typename Real>
Lists lists_cpu_cells(const std::vector<Real>& x, const std::vector<Real>& y, Real cutoff, bool all_cores = false);

// The rectangle and the rest of a System; d_x and d_y hold x and y. Throws UsageError for a coordinate that is not a
// finite number or a cutoff that is not positive, std::length_error for more atoms than an int counts.
template <typename Real>
System<Real> system_of(const std::vector<Real>& x, const std::vector<Real>& y, const Real* d_x, const Real* d_y,
                       Real cutoff);

// What the device found, each list in ascending order. Throws UsageError if an atom has more neighbours than capacity.
Lists lists_from(const std::vector<int>& count, const std::vector<int>& neighbour, int capacity);

// True if j is in i's list wherever i is in j's.
bool symmetric(const Lists& lists);

}  // namespace neighbor_list
