// Managed memory over several GPUs: one array that all of them read, one table that all of them count in.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <span>
#include <vector>

#include "common/devices.h"
#include "common/owners.h"

namespace managed_multi {

inline constexpr int bins = 256;

using Table = std::vector<unsigned>;

// The reference: how often each byte occurs.
inline Table count_cpu(const unsigned char* bytes, std::size_t n) {
  Table table(bins);
  for (std::size_t i = 0; i < n; ++i) ++table[bytes[i]];
  return table;
}

// Bytes and table have one address for the host and for all GPUs; each GPU counts its part of the bytes. Throws
// Unsupported if GPUs and host cannot use managed memory at the same time, CudaError.
class Job {
 public:
  Job(int devices, std::size_t n);
  std::size_t begin(int device) const { return n * device / devices; }
  void wait() const;

  const int devices;
  const std::size_t n;
  ManagedBuffer<unsigned char> bytes;
  ManagedBuffer<unsigned> table;
  std::vector<Stream> streams;
};

// The rungs add the number of occurrences of each byte to the table. They enqueue and do not wait. Throw CudaError.
struct Rung {
  const char* name;
  void (*run)(Job& job);
};

std::span<const Rung> ladder();

}  // namespace managed_multi
