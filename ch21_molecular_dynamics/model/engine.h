// What the rungs have in common: a running simulation.
#pragma once

#include <cuda_runtime.h>

#include <memory>
#include <vector>

#include "ch21_molecular_dynamics/model/system.h"
#include "common/check.h"
#include "common/timer.h"

namespace ljmd {

// Where the time of a step goes: ms since the simulation began; all 0 unless the settings ask for them.
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

// A running simulation. It owns its atoms, on the host or in device memory; results are in the order of the state that
// it started from. Members throw CudaError, and SimulationError if atoms are lost.
class Engine {
 public:
  virtual ~Engine() = default;
  // Does this many steps of velocity Verlet. It may return before the device has finished them.
  virtual void advance(int steps) = 0;
  virtual Sample sample() = 0;
  virtual State state() = 0;              // positions in the box
  virtual std::vector<Vec> forces() = 0;  // eV/Å
  virtual void scale_velocities(double factor) = 0;
  virtual int rebuilds() = 0;           // of the list, without the first one
  virtual Parts parts() { return {}; }  // of all steps so far, if the settings ask for them; some rungs have none
};

// The rungs. state and settings must have passed validate().
template <typename Real>
std::unique_ptr<Engine> serial(const State& state, const Settings& settings);  // one core, each pair once
template <typename Real>
std::unique_ptr<Engine> force_on_gpu(const State& state, const Settings& settings);  // copies in each step
template <typename Real>
std::unique_ptr<Engine> all_on_gpu(const State& state, const Settings& settings);  // nothing is copied
template <typename Real>
std::unique_ptr<Engine> all_on_gpu_fast(const State& state, const Settings& settings);  // bricks, one kernel per step
template <typename Real>
std::unique_ptr<Engine> multi_gpu(const State& state, const Settings& settings);  // one slab of the box per GPU

}  // namespace ljmd
