// The steps of all_on_gpu_fast: what the engine launches.
#pragma once

#include "ch21_molecular_dynamics/ljmd/bricks.h"
#include "ch21_molecular_dynamics/ljmd/pair.h"
#include "ch21_molecular_dynamics/ljmd/thermostat.h"

namespace ljmd {

// What a step needs beside the atoms.
template <typename Real>
struct Step {
  LennardJones<Real> lj;
  Langevin<Real> langevin;
  Real dt, half_kick;  // the time step; half of it over the mass
  Real half_skin2;     // squared
};

// Half a kick by the force at hand, then the way from position[now] to position[1 - now].
template <typename Real>
void open_steps(const Bricks<Real>& bricks, const Step<Real>& step, int now, cudaStream_t stream);

// The force at position[now], both half kicks that belong to it, then the way to position[1 - now]. With a thermostat
// its part comes between the two.
template <typename Real>
void full_step(const Bricks<Real>& bricks, const Step<Real>& step, int now, bool thermostat, std::uint32_t number,
               cudaStream_t stream);

// The force at position[now], with the energies, and half a kick (none: Step of dt 0).
template <typename Real>
void close_steps(const Bricks<Real>& bricks, const Step<Real>& step, int now, bool thermostat, std::uint32_t number,
                 cudaStream_t stream);

template <typename Real>
void scale_velocities(const Bricks<Real>& bricks, Real factor);

// Lets the steps ask for so much shared memory.
template <typename Real>
void allow_shared_in_steps(std::size_t bytes);

}  // namespace ljmd
