// Molecular dynamics of Lennard-Jones atoms by velocity Verlet: the same simulation in steps from one CPU core to a GPU
// that needs no host. A file for each step, named like its rung; what they share stands in the other files.
#pragma once

#include <memory>
#include <vector>

#include "ch21_molecular_dynamics/ljmd/parts.h"
#include "ch21_molecular_dynamics/ljmd/system.h"
#include "common/device.h"

namespace ljmd {

// A simulation that is under way. It owns its atoms, on the host or in device memory; atoms keep the order of the state
// that it started from. Members throw CudaError, and SimulationError if atoms are lost.
class Engine {
 public:
  virtual ~Engine() = default;
  // Velocity Verlet, so many steps. It may return before the device has done them.
  virtual void advance(int steps) = 0;
  virtual Sample sample() = 0;
  virtual State state() = 0;              // positions in the box
  virtual std::vector<Vec> forces() = 0;  // eV/Å
  virtual void scale_velocities(double factor) = 0;
  virtual int rebuilds() = 0;           // of the list, the first one not counted
  virtual Parts parts() { return {}; }  // of all steps so far, if the settings ask for them; a step may have none
};

// The rungs. state and settings are those that validate() accepts.
template <typename Real>
std::unique_ptr<Engine> serial(const State& state, const Settings& settings);  // one core, each pair once
template <typename Real>
std::unique_ptr<Engine> force_on_gpu(const State& state, const Settings& settings);  // copies in each step
template <typename Real>
std::unique_ptr<Engine> all_on_gpu(const State& state, const Settings& settings);  // nothing is copied
template <typename Real>
std::unique_ptr<Engine> all_on_gpu_fast(const State& state, const Settings& settings);  // bricks, one kernel a step
template <typename Real>
std::unique_ptr<Engine> multi_gpu(const State& state, const Settings& settings);  // a slab of the box for each GPU

// run: starts the simulation.
template <typename Real>
struct Rung {
  const char* name;
  std::unique_ptr<Engine> (*run)(const State& state, const Settings& settings);
  Needs needs = {};
};

// A brick's halo stands in shared memory: so many places are room enough in solid argon with lists within 11 Å.
inline constexpr std::size_t usual_halo = 2500;
template <typename Real>
inline constexpr Needs brick_needs = {.shared_bytes = usual_halo * 4 * sizeof(Real)};

template <typename Real>
inline constexpr Rung<Real> ladder[] = {
    {"serial", serial<Real>},
    {"force_on_gpu", force_on_gpu<Real>},
    {"all_on_gpu", all_on_gpu<Real>},
    {"all_on_gpu_fast", all_on_gpu_fast<Real>, brick_needs<Real>},
    {"multi_gpu", multi_gpu<Real>, brick_needs<Real>},
};

}  // namespace ljmd
