// Where the time of a step goes.
#pragma once

#include <cuda_runtime.h>

#include "common/check.h"
#include "common/timer.h"

namespace ljmd {

// ms since the simulation began; all 0 unless the settings ask for them.
struct Parts {
  double force = 0, copies = 0, integration = 0, lists = 0;
};

// Runs part. If wanted, also adds its time to sum, waiting for the device before and after; this makes a step slower.
template <typename Part>
void timed(bool wanted, double& sum, const Part& part) {
  if (!wanted) return part();
  check(cudaDeviceSynchronize());
  const CpuTimer timer;
  part();
  check(cudaDeviceSynchronize());
  sum += timer.ms();
}

}  // namespace ljmd
