// Heat in a plate on all GPUs: each has a slab of rows, and after every step neighbours need each other's border
// rows.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ch14_multi_gpu/jacobi/jacobi.h"
#include "common/devices.h"
#include "common/owners.h"

namespace halo_exchange {

using jacobi::step_cpu;  // the reference

// One GPU's share. Row 0 of its arrays is the row above the slab, rows 1 to rows are its own, row rows + 1 is the one
// below: the halo, a copy of the neighbour's border row or, at the top and at the bottom of the plate, of its rim.
struct Slab {
  Slab(int device, std::size_t first, std::size_t rows, std::size_t pitch);

  int device;
  std::size_t first, rows;  // the plate's row that row 1 is, and how many follow
  DeviceBuffer<float> now, next;
  DeviceBuffer<unsigned> words;  // for each block of a row, how many steps the neighbour above has sent; then, below
  Stream edge, inner;
  Event edge_done[2], inner_done[2], sent[2];  // of the last step but one and of the last one, in turn
};

// The destination of a slab's border row when a kernel stores it; halo is null if there is no neighbour.
struct Border {
  float* halo = nullptr;                           // the neighbour's
  unsigned *own = nullptr, *neighbours = nullptr;  // words that the neighbour counts in, and that it waits for
};

// A plate of rows * cols points (at least 3 of each), including the rim, on `devices` GPUs, or fewer if one would have
// less than two rows. Peer access is enabled during its lifetime. Throws std::invalid_argument, CudaError.
class Plate {
 public:
  Plate(int devices, std::size_t rows, std::size_t cols);

  void set(const std::vector<float>& values);  // rows * cols of them
  void fill();  // the same noise from 0 to 1 for any number of devices; the top rim is hot
  std::vector<float> to_host() const;
  std::uint64_t fingerprint();  // a sum over all points that another value, or two exchanged ones, would change
  void wait() const;            // until all GPUs have finished their work
  Border above(std::size_t s), below(std::size_t s);  // of slab s; for the arrays as they are now

  const std::size_t rows, cols;
  const std::size_t pitch;  // floats from one row to the next: whole warps of four columns a thread
  std::vector<Slab> slabs;
  unsigned signalled_steps = 0;  // that the kernels of `signalled` have counted in the words

 private:
  void mirror();  // copies the rim and the halo of now to next

  PeerAccess access_;
};

// The rungs take `steps` steps. They enqueue the work on an idle plate, and do not wait. Throw CudaError.
struct Rung {
  const char* name;
  void (*run)(Plate& plate, int steps);
  bool mapped = false;  // the GPUs must have access to each other's memory
};

std::span<const Rung> ladder();

}  // namespace halo_exchange
