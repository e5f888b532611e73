// Checks that a sample is finite and plausible.
#include <cmath>

#include "ch21_molecular_dynamics/model/system.h"

namespace ljmd {

Sample checked(const Sample& sample, std::size_t atoms) {
  constexpr double hottest = 100;  // eV per atom: 10^6 K
  const double largest = hottest * static_cast<double>(atoms);
  bool right = sample.kinetic <= largest;
  for (const double value : {sample.potential, sample.virial, sample.momentum.x, sample.momentum.y, sample.momentum.z})
    right = right && std::isfinite(value);
  if (!right) throw SimulationError("atoms were lost: the energy has diverged (is the time step too long?)");
  return sample;
}

}  // namespace ljmd
