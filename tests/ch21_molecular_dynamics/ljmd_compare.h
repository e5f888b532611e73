// A rung against the sum over every pair, and against the serial rung.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <type_traits>

#include "common/testing.h"
#include "common/values.h"
#include "tests/ch21_molecular_dynamics/ljmd_atoms.h"

namespace ljmd {

template <typename Real>
std::unique_ptr<Engine> start(int rung, const State& state, const Settings& settings) {
  return ladder<Real>[rung].run(state, settings);
}

// A coordinate below 64 Å is rounded by 32 u, u = 2^-24 or 2^-53, when an image is taken; relative to a distance of 3 Å
// or more that is 11 u, in its 14th power 14 times as much, and the arithmetic and the sum of 140 terms add fewer than
// 250 u.
template <typename Real>
inline constexpr double rounding = 400 * (std::is_same_v<Real, float> ? 0x1p-24 : 0x1p-53);

template <typename Real>
void expect_direct_sum(int rung, bool shifted, int per_atom = 0) {
  const State state = rattled(test_seed(), 60);
  Settings settings;
  settings.per_atom = per_atom;
  settings.potential.shifted = shifted;
  const Direct expected = direct(state, settings.potential);
  const auto engine = start<Real>(rung, state, settings);
  const Sample sample = engine->sample();
  EXPECT_TRUE(within(sample.potential, expected.potential, rounding<Real> * expected.terms)) << sample.potential;
  EXPECT_TRUE(within(sample.virial, expected.virial, rounding<Real> * expected.terms)) << sample.virial;
  const std::vector<Vec> forces = engine->forces();
  ASSERT_EQ(forces.size(), state.atoms());
  for (std::size_t i = 0; i < forces.size(); ++i) {
    const double bound = rounding<Real> * expected.force_terms[i];
    ASSERT_TRUE(within(forces[i].x, expected.force[i].x, bound)) << i;
    ASSERT_TRUE(within(forces[i].y, expected.force[i].y, bound)) << i;
    ASSERT_TRUE(within(forces[i].z, expected.force[i].z, bound)) << i;
  }
}

// Returns how often the list was rebuilt.
template <typename Real>
int expect_like_serial(int rung, const State& state, Settings settings, int steps, double bound) {
  const auto expected = serial<double>(state, settings), engine = start<Real>(rung, state, settings);
  for (const int part : {1, steps - 4, 3}) {
    expected->advance(part);
    engine->advance(part);
    const Sample right = expected->sample(), sample = engine->sample();
    EXPECT_LE(relative_error(sample.kinetic, right.kinetic), bound);
    EXPECT_LE(relative_error(sample.potential, right.potential), bound);
    EXPECT_TRUE(within(sample.virial, right.virial, 30 * bound * std::abs(right.potential)));
    const double size = std::sqrt(2 * state.mass * right.kinetic * static_cast<double>(state.atoms()));
    EXPECT_TRUE(within(sample.momentum.x, right.momentum.x, bound * size)) << sample.momentum.x;
  }
  const State right = expected->state(), result = engine->state();
  for (std::size_t i = 0; i < state.atoms(); ++i) {
    const double moved = std::remainder(result.position[i].x - right.position[i].x, state.box.x);
    EXPECT_TRUE(within(moved, 0, 1000 * bound)) << i;
    EXPECT_GE(result.position[i].z, 0);
    EXPECT_LE(result.position[i].z, state.box.z);
  }
  if constexpr (std::is_same_v<Real, double>) {
    EXPECT_EQ(engine->rebuilds(), expected->rebuilds());
  }
  return engine->rebuilds();
}

}  // namespace ljmd
