// Copy in, compute, copy out: all at once, or in chunks so that the three overlap.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "common/lcg.h"
#include "common/owners.h"

namespace transfer_overlap {

inline constexpr int most_chunks = 64;

// y[i] is x[i] after `steps` steps. n values in every array, h_ on the host and d_ on the device; n may be 0. Copies
// overlap with other work only if the host's arrays are pinned.
struct Job {
  const std::uint32_t* h_x;
  std::uint32_t* h_y;
  std::uint32_t *d_x, *d_y;
  std::size_t n;
  int steps;
};

// The streams and events of the rungs, created once: creating a stream takes longer than many a chunk.
struct Lanes {
  std::vector<Stream> streams = std::vector<Stream>(most_chunks);
  std::vector<Event> copied_in = std::vector<Event>(most_chunks), computed = std::vector<Event>(most_chunks);
};

// One of the three steps each, for a range of the arrays. They do not wait, and throw CudaError.
void copy_in(const Job& job, std::size_t first, std::size_t count, cudaStream_t stream);
void compute(const Job& job, std::size_t first, std::size_t count, cudaStream_t stream);
void copy_out(const Job& job, std::size_t first, std::size_t count, cudaStream_t stream);

// The rungs divide the job into chunks, 1 to most_chunks, enqueue all of it and do not wait.
struct Rung {
  const char* name;
  void (*enqueue)(const Job& job, int chunks, const Lanes& lanes);
};

std::span<const Rung> ladder();

}  // namespace transfer_overlap
