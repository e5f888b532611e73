// How far rounding may take the energies of two runs apart that differ in nothing but the order of their sums.
#pragma once

#include "ch21_molecular_dynamics/model/system.h"

namespace ljmd {

// Without rounding, both runs would have the same atoms after any number of steps. In each step a coordinate is rounded
// by up to half a unit in its last place, u, whatever happened before: its standard deviation is u / sqrt(12), and
// times the force it is a change of the energy, so that these add up like the steps of a random walk. The same holds
// for a velocity and the momentum. For argon in a large box the coordinates decide: with steps of 5 fs, an atom's
// velocity has a unit that is 10^4 times smaller. At the end an atom's energy is a sum of about 100 terms, each
// rounded. The result is six standard deviations of the difference of two runs, which is exceeded once in 5 * 10^8
// times.
//
// state, forces, sample: of one run at its end. Real: in which it stores coordinates.
template <typename Real>
double energy_rounding(const State& state, const std::vector<Vec>& forces, const Sample& sample, int steps);

}  // namespace ljmd
