// Molecular dynamics of Lennard-Jones atoms by velocity Verlet: the same simulation, in steps from one CPU core to a
// GPU that does not need the host. Each step has a folder beside this one; model/ has what they share.
#pragma once

#include <memory>

#include "ch21_molecular_dynamics/model/engine.h"
#include "common/check.h"

namespace ljmd {

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
