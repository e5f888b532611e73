#include "ch21_molecular_dynamics/model/rounding.h"

#include <cmath>
#include <limits>

namespace ljmd {

namespace {

// The variance of a rounding error at x: it is between -1/2 and 1/2 unit in the last place.
template <typename Real>
double variance_at(double x) {
  const Real size = static_cast<Real>(std::abs(x));
  const double unit = std::nextafter(size, std::numeric_limits<Real>::infinity()) - size;
  return unit * unit / 12;
}

}  // namespace

template <typename Real>
double energy_rounding(const State& state, const std::vector<Vec>& forces, const Sample& sample, int steps) {
  double of_step = 0;
  for (std::size_t i = 0; i < state.atoms(); ++i)
    for (double Vec::*axis : {&Vec::x, &Vec::y, &Vec::z}) {
      const double force = forces[i].*axis, momentum = state.mass * state.velocity[i].*axis;
      of_step += force * force * variance_at<Real>(state.position[i].*axis) +
                 momentum * momentum * variance_at<Real>(state.velocity[i].*axis);
    }
  // A term is rounded several times, and so is each of 100 sums: together about ten units of an atom's energy.
  const double atoms = static_cast<double>(state.atoms());
  const double of_atom = 10 * std::numeric_limits<Real>::epsilon() * sample.potential / atoms;
  constexpr double deviations = 6, runs = 2;
  return deviations * std::sqrt(runs * (steps * of_step + atoms * of_atom * of_atom));
}

template double energy_rounding<float>(const State&, const std::vector<Vec>&, const Sample&, int);
template double energy_rounding<double>(const State&, const std::vector<Vec>&, const Sample&, int);

}  // namespace ljmd
