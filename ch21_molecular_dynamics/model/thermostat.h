// The Langevin thermostat: friction and random kicks, between two steps of velocity Verlet.
//
// Bussi and Parrinello, Phys. Rev. E 75, 056707 (2007): friction and noise are solved exactly. Two of their half steps
// follow each other between two Verlet steps; here they are one step. The random numbers are a function of the seed,
// the step and the atom (Philox4x32-10: Salmon et al., SC11), so every rung draws the same numbers, in any order.
#pragma once

#include <cuda_runtime.h>

#include <cmath>
#include <cstdint>

#include "ch21_molecular_dynamics/model/system.h"

namespace ljmd {

struct Words {
  std::uint32_t w[4];
};

__host__ __device__ inline Words philox(Words counter, std::uint32_t key0, std::uint32_t key1) {
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t a = std::uint64_t{0xD2511F53} * counter.w[0], b = std::uint64_t{0xCD9E8D57} * counter.w[2];
    counter = {{static_cast<std::uint32_t>(b >> 32) ^ counter.w[1] ^ key0, static_cast<std::uint32_t>(b),
                static_cast<std::uint32_t>(a >> 32) ^ counter.w[3] ^ key1, static_cast<std::uint32_t>(a)}};
    key0 += 0x9E3779B9;
    key1 += 0xBB67AE85;
  }
  return counter;
}

// keep: the part of a velocity that is left after a step; kick: the random part's standard deviation.
template <typename Real>
struct Langevin {
  Real keep = 1, kick = 0;
  std::uint32_t seed = 0;

  Langevin(const Thermostat& thermostat, double time_step, double mass) : seed(thermostat.seed) {
    if (thermostat.damping <= 0) return;
    const double left = std::exp(-time_step / thermostat.damping);
    keep = static_cast<Real>(left);
    kick = static_cast<Real>(std::sqrt((1 - left * left) * boltzmann * thermostat.temperature / mass));
  }

  // step: counted from the simulation's start. Normally distributed numbers by Box and Muller.
  __host__ __device__ void apply(Real& vx, Real& vy, Real& vz, std::uint32_t step, std::uint32_t atom) const {
    const Words random = philox({{atom, step, 0, 0}}, seed, 0);
    const Real scale = static_cast<Real>(0x1p-32), turn = static_cast<Real>(6.283185307179586);
    Real unit[4];
    for (int k = 0; k < 4; ++k) unit[k] = (static_cast<Real>(random.w[k]) + static_cast<Real>(0.5)) * scale;
    const Real r = kick * std::sqrt(-2 * std::log(unit[0])), s = kick * std::sqrt(-2 * std::log(unit[2]));
    vx = keep * vx + r * std::cos(turn * unit[1]);
    vy = keep * vy + r * std::sin(turn * unit[1]);
    vz = keep * vz + s * std::cos(turn * unit[3]);
  }
};

}  // namespace ljmd
