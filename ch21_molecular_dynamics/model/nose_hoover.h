// The Nosé-Hoover thermostat: the friction is a variable with its own equation of motion, which gives the velocities
// the distribution of a given temperature without random numbers. In a crystal, one such variable alone does not reach
// all states, so a second one acts on the first: a chain.
//
// Martyna, Klein and Tuckerman, J. Chem. Phys. 97, 2635 (1992); the order of the factors of a half step is that of
// Martyna, Tuckerman, Tobias and Klein, Mol. Phys. 87, 1117 (1996).
#pragma once

#include <cmath>
#include <cstddef>

#include "ch21_molecular_dynamics/model/engine.h"

namespace ljmd {

class NoseHoover {
 public:
  // temperature > 0 in K; damping > 0 and time_step in natural units of time. The chain begins at rest.
  NoseHoover(double temperature, double damping, double time_step, std::size_t atoms)
      : freedoms_(3 * (static_cast<double>(atoms) - 1)),
        kt_(boltzmann * temperature),
        inertia_{freedoms_ * kt_ * damping * damping, kt_ * damping * damping},
        step_(time_step) {}

  // Does this many steps of the engine with this thermostat. It reads the kinetic energy in each step, so the host and
  // the GPU wait for each other there.
  void advance(Engine& engine, int steps) {
    double kinetic = engine.sample().kinetic;
    double factor = half_step(kinetic);
    for (int s = 0; s < steps; ++s) {
      engine.scale_velocities(factor);
      engine.advance(1);
      kinetic = engine.sample().kinetic;
      factor = half_step(kinetic);
      if (s + 1 < steps) factor *= half_step(kinetic);  // the next step's: it follows directly
    }
    engine.scale_velocities(factor);
  }

  // The sum of this and the atoms' total energy is conserved; eV.
  double energy() const {
    return (inertia_[0] * speed_[0] * speed_[0] + inertia_[1] * speed_[1] * speed_[1]) / 2 +
           kt_ * (freedoms_ * place_[0] + place_[1]);
  }

 private:
  // Does half a step of the chain. Returns the factor for the velocities, and updates kinetic to match.
  double half_step(double& kinetic) {
    kick_second();
    kick_first(kinetic);
    for (int k = 0; k < 2; ++k) place_[k] += step_ / 2 * speed_[k];
    const double factor = std::exp(-step_ / 2 * speed_[0]);
    kinetic *= factor * factor;
    kick_first(kinetic);
    kick_second();
    return factor;
  }
  void kick_first(double kinetic) {
    const double slower = std::exp(-step_ / 8 * speed_[1]);
    speed_[0] *= slower;
    speed_[0] += step_ / 4 * (2 * kinetic - freedoms_ * kt_) / inertia_[0];
    speed_[0] *= slower;
  }
  void kick_second() { speed_[1] += step_ / 4 * (inertia_[0] * speed_[0] * speed_[0] - kt_) / inertia_[1]; }

  double freedoms_, kt_, inertia_[2], step_;
  double place_[2] = {0, 0}, speed_[2] = {0, 0};
};

}  // namespace ljmd
