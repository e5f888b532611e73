// Heat in a plate with one process per GPU: each rank has a slab of rows, and after every step neighbours need each
// other's border rows. No rank accesses another rank's memory, so they need not be on one machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ch14_multi_gpu/jacobi/jacobi.h"
#include "common/owners.h"
#include "common/ranks.h"

namespace halo_ranks {

using jacobi::step_cpu;  // the reference

// This rank's share of a plate of rows * cols points (at least 3 of each, and two rows inside the rim for every rank),
// on the current device. Row 0 of its arrays is the row above the slab, rows 1 to own are its own, row own + 1 is the
// one below: the halo, a copy of the neighbour's border row or, at the top and at the bottom of the plate, of its rim.
// Throws std::invalid_argument, CudaError.
class Slab {
 public:
  Slab(const Ranks& ranks, std::size_t rows, std::size_t cols);

  void set(const std::vector<float>& values);  // rows * cols of them: the rank takes its own part
  void fill();                                 // the same noise from 0 to 1 for any number of ranks; the top rim is hot
  std::vector<float> gather() const;           // all ranks must call it; rank 0 gets the plate
  std::uint64_t fingerprint();  // all ranks must call it: a sum over all points that another value would change
  void wait() const;            // until this rank's GPU has finished its work
  int above() const { return ranks.rank - 1; }  // -1: no neighbour
  int below() const { return ranks.rank + 1 < ranks.count ? ranks.rank + 1 : -1; }

  const Ranks& ranks;
  const std::size_t rows, cols, pitch;  // pitch: floats from one row to the next
  const std::size_t first, own;         // the plate's row that row 1 is, and how many follow
  DeviceBuffer<float> now, next;
  Stream edge, inner;
  Event edge_done[2], inner_done[2];  // of the last step but one and of the last one, in turn
  PinnedBuffer<float> out, in;        // the row for the rank above and for the one below; those from them

 private:
  void mirror();  // copies the rim and the halo of now to next
};

// The rungs take `steps` steps. All ranks must call them; they do not wait for the GPU's last work. Throw CudaError,
// LibraryError, std::runtime_error.
struct Rung {
  const char* name;
  void (*run)(Slab& slab, int steps);
};

std::span<const Rung> ladder();

// NCCL's rung, from GPU to GPU; empty if it is not compiled in.
inline std::vector<Rung>& peers() {
  static std::vector<Rung> list;
  return list;
}

}  // namespace halo_ranks
