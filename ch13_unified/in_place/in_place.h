// A kernel reads the host's array: after copying it to the device, or in place.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace in_place {

using Word = std::uint32_t;
using Sum = unsigned long long;

// The data of round r. A new round has new data, so that a sum of old data is detected.
__host__ __device__ inline Word word_of(std::size_t i, int round) {
  return static_cast<Word>(i) * 2654435761u + static_cast<Word>(round) * 40503u;
}

// The reference: the sum of the words 0, step, 2 step, ... of n words, from the host's memory.
inline Sum sum_cpu(const Word* x, std::size_t n, std::size_t step) {
  Sum sum = 0;
  for (std::size_t i = 0; i < n; i += step) sum += x[i];
  return sum;
}

// The work, the same for all rungs: *sum becomes the sum of the words 0, step, 2 step, ... of n words. x is an address
// that the device can read, sum points to device memory; n may be 0, step is at least 1. Does not wait for the device;
// throws CudaError.
void add_up(const Word* x, std::size_t n, std::size_t step, Sum* sum);

// A rung: owns n words that the host writes and a kernel reads. Functions throw CudaError.
class Place {
 public:
  virtual ~Place() = default;
  virtual Word* host() = 0;          // where the host writes; no kernel may be running
  virtual void bring() {}            // copies to the device, if the rung has such a step; does not wait for the device
  virtual const Word* device() = 0;  // where a kernel reads, after bring()
};

std::unique_ptr<Place> copied(std::size_t n);       // an array on each side, and a copy: the baseline
std::unique_ptr<Place> mapped(std::size_t n);       // one pinned array on the host; the device reads it over the bus
std::unique_ptr<Place> managed(std::size_t n);      // pages migrate to the device on first access
std::unique_ptr<Place> accessed_by(std::size_t n);  // pages stay on the host and are mapped for the device
std::unique_ptr<Place> from_malloc(std::size_t n);  // plain malloc, no CUDA call at all

// Why this device cannot run a rung; empty if it can.
std::string always();       // all devices can
std::string needs_hints();  // cudaMemAdvise needs pages that migrate individually
std::string needs_pageable_access();

struct Rung {
  const char* name;
  std::unique_ptr<Place> (*start)(std::size_t n);
  std::string (*lacking)();
};

inline constexpr Rung ladder[] = {
    {"copied", copied, always},
    {"mapped", mapped, always},
    {"managed", managed, always},
    {"accessed_by", accessed_by, needs_hints},
    {"malloc", from_malloc, needs_pageable_access},
};

}  // namespace in_place
