// Thread coordinates: a thread's place in its block and in the grid, and the index of the element that it works on.
#pragma once

#include <cuda_runtime.h>

#include <span>
#include <vector>

namespace thread_index {

struct Place {
  int block_x, block_y, block_z;     // blockIdx
  int thread_x, thread_y, thread_z;  // threadIdx
  int block;                         // the block's number in the grid
  int thread;                        // the thread's number in its block
  int warp, lane;                    // the warp: 32 threads that run together; the thread's place in its warp
  int index;                         // its element in an array as large as the grid of threads, stored row by row

  bool operator==(const Place&) const = default;
};

// The reference counts instead of multiplying. It walks the array along x, then y, then z. A block's number is the
// number of blocks before it in that order, and so is a thread's number in its block. result[index] is the thread whose
// element has that index.
inline std::vector<Place> places_cpu(dim3 grid, dim3 block) {
  const int gx = grid.x, gy = grid.y, gz = grid.z, bx = block.x, by = block.y, bz = block.z;
  std::vector<int> threads_seen(gx * gy * gz, 0);
  std::vector<Place> places;
  for (int z = 0; z < gz * bz; ++z)
    for (int y = 0; y < gy * by; ++y)
      for (int x = 0; x < gx * bx; ++x) {
        const int before = z / bz * gy * gx + y / by * gx + x / bx;  // whole blocks, in layers and rows of blocks
        const int thread = threads_seen[before]++;
        places.push_back({x / bx, y / by, z / bz, x % bx, y % by, z % bz, before, thread, thread / 32, thread % 32,
                          static_cast<int>(places.size())});
      }
  return places;
}

// The rungs: each launches grid x block threads, and thread i writes its place to places[i] in device memory. grid and
// block may use one, two or three dimensions, as the rung's name says. At most 2^31 - 1 threads; they do not wait for
// the device and throw CudaError if the launch fails.
struct Rung {
  const char* name;
  int dimensions;
  void (*run)(Place* places, dim3 grid, dim3 block);
};

std::span<const Rung> ladder();

// The runtime's status for a launch of an empty kernel. The error is cleared.
cudaError_t try_launch(dim3 grid, dim3 block);

// A limit on launches, a launch that just stays within it, and one that exceeds it by one.
struct Limit {
  const char* name;
  unsigned most;
  dim3 grid_within, block_within;
  dim3 grid_beyond, block_beyond;
};
std::vector<Limit> launch_limits();

}  // namespace thread_index
