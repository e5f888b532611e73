// Molecular dynamics of Lennard-Jones atoms by velocity Verlet: the same simulation, in steps from one CPU core to a
// GPU that does not need the host. Each step has a file named like its rung; the other files hold what they share.
#pragma once

#include <memory>
#include <vector>

#include "ch21_molecular_dynamics/ljmd/parts.h"
#include "ch21_molecular_dynamics/ljmd/system.h"
#include "common/check.h"

namespace ljmd {

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

// run: starts the simulation.
template <typename Real>
struct Rung {
  const char* name;
  std::unique_ptr<Engine> (*run)(const State& state, const Settings& settings);
  Needs needs = {};
};

// A brick's halo is in shared memory: this many places are enough for solid argon with lists within 11 Å.
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
