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

// Does the part; if wanted, adds its time to sum, the device finished before and after. That makes a step longer.
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
