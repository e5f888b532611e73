// How a simulation begins: atoms on a lattice with random velocities. What an initial state and a result must be.
#include "ch21_molecular_dynamics/model/system.h"

#include <algorithm>
#include <cmath>

#include "ch21_molecular_dynamics/model/host_list.h"
#include "common/lesson.h"
#include "common/values.h"

namespace ljmd {

// The atoms are a quarter of a cell away from the box's faces, so rounding cannot move one to the other side.
State fcc_lattice(int nx, int ny, int nz, double spacing, double mass) {
  constexpr double corners[4][3] = {{0.25, 0.25, 0.25}, {0.25, 0.75, 0.75}, {0.75, 0.25, 0.75}, {0.75, 0.75, 0.25}};
  State state;
  state.box = {nx * spacing, ny * spacing, nz * spacing};
  state.mass = mass;
  state.position.reserve(static_cast<std::size_t>(4) * nx * ny * nz);
  for (int x = 0; x < nx; ++x)
    for (int y = 0; y < ny; ++y)
      for (int z = 0; z < nz; ++z)
        for (const auto& corner : corners)
          state.position.push_back({(x + corner[0]) * spacing, (y + corner[1]) * spacing, (z + corner[2]) * spacing});
  state.velocity.resize(state.position.size());
  return state;
}

double scaling_factor(double target, double temperature) {
  return temperature > 0 ? std::sqrt(target / temperature) : 0;
}

void random_velocities(State& state, double temperature, unsigned seed) {
  const std::size_t n = state.atoms();
  const auto random = random_reals<double>(3 * n, -1, 1, seed);
  Vec mean;
  for (std::size_t i = 0; i < n; ++i) {
    state.velocity[i] = {random[3 * i], random[3 * i + 1], random[3 * i + 2]};
    mean.x += random[3 * i] / static_cast<double>(n);
    mean.y += random[3 * i + 1] / static_cast<double>(n);
    mean.z += random[3 * i + 2] / static_cast<double>(n);
  }
  Sample sample;
  for (Vec& v : state.velocity) {
    v = {v.x - mean.x, v.y - mean.y, v.z - mean.z};
    sample.add_atom(state.mass, v);
  }
  const double factor = scaling_factor(temperature, sample.temperature(n));
  for (Vec& v : state.velocity) v = {v.x * factor, v.y * factor, v.z * factor};
}

State argon(int cells, Phase phase, unsigned seed) {
  constexpr double solid_spacing = 5.385, liquid_density = 0.0207;
  const double spacing = phase == Phase::solid ? solid_spacing : std::cbrt(4 / liquid_density);
  State state = fcc_lattice(cells, cells, cells, spacing, 40);
  random_velocities(state, phase == Phase::solid ? 60 : 240, seed);
  return state;
}

void validate(const State& state, const Settings& settings) {
  const double narrowest = std::min({state.box.x, state.box.y, state.box.z}), radius = settings.list_radius;
  if (!(radius >= settings.potential.cutoff))
    throw UsageError(
        format("the list radius of %g A is smaller than the cutoff of %g A", radius, settings.potential.cutoff));
  if (!(narrowest >= 2 * radius))
    throw UsageError(
        format("the box is %g A wide: it must be at least twice the list radius, %g A", narrowest, 2 * radius));
  HostAtoms<double> atoms(state);
  const double near = settings.potential.sigma / 2;
  const HostList list = pairs_within(atoms, Box<double>(state.box), near, Pairs::once);
  for (std::size_t i = 0; i < state.atoms(); ++i) {
    const auto first = list.atom.begin() + list.start[i], last = list.atom.begin() + list.start[i + 1];
    if (first != last)
      throw UsageError(format("atoms %zu and %d overlap: they are less than %g A apart", i + 1,
                              *std::min_element(first, last) + 1, near));
  }
}

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
