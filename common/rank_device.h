// The GPU of a rank.
#pragma once

#include <cuda_runtime.h>

#include "common/check.h"
#include "common/devices.h"
#include "common/ranks.h"

// The ranks of a machine take its GPUs in turn: the next one becomes the current one. Returns whether some ranks share
// one, on any machine, because there are fewer. All ranks must call it. Throws CudaError.
inline bool take_device(const Ranks& ranks) {
  const int count = device_count();
  check(cudaSetDevice(ranks.local % count));
  return ranks.most(ranks.local >= count) != 0;
}
