// All-reduce: every GPU has an array, and every GPU gets the sum of all arrays. By copies, by loads from the others'
// memory in one step and in two, by stores into it; NCCL's beside them.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "common/devices.h"
#include "common/owners.h"

namespace reduction_multi {

inline constexpr int most_devices = 8;

// The kernels' argument: the addresses of all GPUs' arrays. Each kernel dereferences them in all memories.
struct Arrays {
  const float* x[most_devices];
  float* y[most_devices];
  unsigned* signals[most_devices];  // [most_blocks][most_devices]: how often the twin block on that GPU has arrived
  unsigned* arrived[most_devices];  // [most_blocks]: how often this GPU's block has
  const volatile int* given_up;     // in host memory: not 0 once a GPU fails, so that none waits for it
  float* stage[most_devices];       // [2][devices][room]: what each GPU sends to that GPU, of two calls of push in turn
  std::size_t room;
  float* tiles[most_devices];  // [slots][tile_blocks][devices][tile_elements]: what each GPU sends to that GPU, by tile
  int tile_blocks;
  int devices;
};

inline constexpr int most_blocks = 1024;
inline constexpr std::size_t push_most = 1 << 20;      // elements; larger arrays gain nothing by it
inline constexpr int tile_elements = 8192, slots = 3;  // of push_tiles

// The GPUs that work together, 1 to most_devices, with arrays of `most` floats each. Throws std::invalid_argument,
// Unsupported if they cannot access each other's memory, CudaError.
class Team {
 public:
  Team(int devices, std::size_t most);

  void fill(std::size_t n, unsigned seed);  // x of every GPU: integers, so that sums are exact in any order
  void spoil();                             // y of every GPU
  std::size_t wrong(std::size_t n);         // elements of all y that differ from the sum after fill(n, seed)
  void wait() const;
  void give_up() { given_up_.data()[0] = 1; }  // running kernels end without a result; only before an error

  const int devices;
  const int multiprocessors;                      // of the first GPU
  const bool overlaps;                            // a kernel may start while the one before it ends
  int blocks = 0;                                 // of a launch of one_shot and two_shot; 0: as many as suit n
  std::size_t least_chunk = 1 << 21;              // elements, of by_chunks: smaller copies have a lower rate
  std::vector<DeviceBuffer<float>> x, y, other;   // other: the buffer for copies
  std::vector<DeviceBuffer<float>> stage, tiles;  // for push and push_tiles
  std::vector<DeviceBuffer<unsigned>> signals, arrived;
  std::vector<Stream> streams;
  std::vector<Event> ready, read;
  std::vector<Stream> links;  // [from][to]: for copies between two GPUs
  std::vector<Event> copied;  // the same: after the last copy
  Arrays arrays{};
  std::shared_ptr<void> library;  // a peer's state for the team, its communicators

 private:
  PeerAccess access_;
  PinnedBuffer<int> given_up_{1};
};

// The rungs: y[i] of every GPU becomes the sum of x[i] of all GPUs, added in the order of the GPUs, for i < n; n may be
// 0 and is at most the team's. They enqueue the work in the team's streams and do not wait. Throw CudaError.
struct Rung {
  const char* name;
  void (*run)(Team& team, std::size_t n);
  bool captured = true;                // each GPU's part can be a separate graph
  std::size_t most = ~std::size_t{0};  // elements
};

std::span<const Rung> ladder();

// A rung of the ladder in a file of its own (by_chunks.cu): copies by the copy engines, in chunks.
void by_chunks(Team& team, std::size_t n);

// Bytes per second that a GPU sends while all GPUs send to all others at once, as many bytes to each, by copies. The
// arrays `other` are overwritten. n: elements that each sends. 0 if there is one GPU.
double link_rate(Team& team, std::size_t n, int repeats);

// Library rungs; empty if no library is compiled in.
inline std::vector<Rung>& peers() {
  static std::vector<Rung> list;
  return list;
}

// Part d of an array that is distributed over the GPUs of the team, `elements` each: x[0] of every GPU becomes the sum
// of its part. Enqueues, does not wait.
void sum_parts(Team& team, const std::vector<DeviceBuffer<float>>& parts);

}  // namespace reduction_multi
