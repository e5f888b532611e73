// States for the tests of molecular dynamics, and the values that are compared.
#pragma once

#include <cmath>
#include <vector>

#include "ch21_molecular_dynamics/ljmd/ljmd.h"
#include "common/values.h"

namespace ljmd {

// A crystal whose atoms have been moved at random by up to 0.3 Å along each axis; coordinates and velocities are
// representable as float, so that every precision starts from the same values. The box is not a cube, so mixing up two
// sides shows.
inline State rattled(unsigned seed, double temperature, double spacing = 5.385, int nx = 5, int ny = 6, int nz = 7) {
  State state = fcc_lattice(nx, ny, nz, spacing, 40);
  random_velocities(state, temperature, seed);
  const auto moves = random_reals<double>(3 * state.atoms(), -0.3, 0.3, seed + 1);
  const auto narrow = [](double x) { return static_cast<double>(static_cast<float>(x)); };
  state.box = {narrow(state.box.x), narrow(state.box.y), narrow(state.box.z)};
  for (std::size_t i = 0; i < state.atoms(); ++i) {
    Vec& p = state.position[i];
    p = {narrow(p.x + moves[3 * i]), narrow(p.y + moves[3 * i + 1]), narrow(p.z + moves[3 * i + 2])};
    Vec& v = state.velocity[i];
    v = {narrow(v.x), narrow(v.y), narrow(v.z)};
  }
  return state;
}

inline Vec between(const State& state, std::size_t i, std::size_t j) {
  const Vec &a = state.position[i], &b = state.position[j], &box = state.box;
  return {std::remainder(a.x - b.x, box.x), std::remainder(a.y - b.y, box.y), std::remainder(a.z - b.z, box.z)};
}

// An independent sum over every pair: energy, virial and forces; and the sizes of the added terms, which bound the
// rounding.
struct Direct {
  double potential = 0, virial = 0, terms = 0;
  std::vector<Vec> force;
  std::vector<double> force_terms;
};

inline Direct direct(const State& state, const Potential& potential) {
  Direct sum;
  sum.force.resize(state.atoms());
  sum.force_terms.resize(state.atoms());
  const double shift =
      potential.shifted
          ? 4 * potential.epsilon *
                (std::pow(potential.sigma / potential.cutoff, 12) - std::pow(potential.sigma / potential.cutoff, 6))
          : 0;
  for (std::size_t i = 0; i < state.atoms(); ++i)
    for (std::size_t j = 0; j < state.atoms(); ++j) {
      const Vec d = between(state, i, j);
      const double r = std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
      if (i == j || r >= potential.cutoff) continue;
      const double repulsion = 4 * potential.epsilon * std::pow(potential.sigma / r, 12);
      const double attraction = 4 * potential.epsilon * std::pow(potential.sigma / r, 6);
      const double force = (12 * repulsion - 6 * attraction) / r;
      sum.potential += (repulsion - attraction - shift) / 2;
      sum.virial += force * r / 2;
      sum.terms += (12 * repulsion + 6 * attraction) / 2;
      sum.force[i] = {sum.force[i].x + force * d.x / r, sum.force[i].y + force * d.y / r,
                      sum.force[i].z + force * d.z / r};
      sum.force_terms[i] += (12 * repulsion + 6 * attraction) / r;
    }
  return sum;
}

// Standard deviation of the total energy over its mean, sampled after every step.
inline double fluctuation(Engine& engine, int steps) {
  std::vector<double> energy;
  double mean = 0, square = 0;
  for (int s = 0; s < steps; ++s) {
    engine.advance(1);
    energy.push_back(engine.sample().total());
    mean += energy.back() / steps;
  }
  for (const double e : energy) square += (e - mean) * (e - mean) / steps;
  return std::sqrt(square) / std::abs(mean);
}

}  // namespace ljmd
