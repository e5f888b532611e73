// The physics: forces against a sum over every pair and against the energy's slope, what is conserved, and every rung
// against the serial one.
#include "ch21_molecular_dynamics/ljmd/ljmd.h"

#include <algorithm>
#include <numeric>
#include <type_traits>

#include "ch21_molecular_dynamics/ljmd/host_list.h"
#include "ch21_molecular_dynamics/ljmd/thermostat.h"
#include "common/compare.h"
#include "common/lesson.h"
#include "common/testing.h"
#include "tests/ch21_molecular_dynamics/ljmd_atoms.h"

namespace {

using namespace ljmd;

constexpr int rungs = std::size(ladder<double>);

class Md : public testing::TestWithParam<int> {};

template <typename Real>
std::unique_ptr<Engine> start(int rung, const State& state, const Settings& settings) {
  return ladder<Real>[rung].run(state, settings);
}

// A coordinate below 64 Å is rounded by 32 u, u = 2^-24 or 2^-53, when an image is taken; of a distance of 3 Å or more
// that is 11 u, of its 14th power 14 times as much, and the arithmetic and the additions of 140 terms add fewer than
// 250 u.
template <typename Real>
constexpr double rounding = 400 * (std::is_same_v<Real, float> ? 0x1p-24 : 0x1p-53);

template <typename Real>
void expect_direct_sum(int rung, bool shifted) {
  const State state = rattled(test_seed(), 60);
  Settings settings;
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

TEST_P(Md, ForcesAreTheSumOverEveryPair) {
  expect_direct_sum<double>(GetParam(), true);
  expect_direct_sum<double>(GetParam(), false);
  expect_direct_sum<float>(GetParam(), true);
}

// Central differences: the error is a sixth of the third derivative times h^2, and that of rounding over h.
TEST_P(Md, ForceIsTheEnergysSlope) {
  const State state = rattled(test_seed(), 60, 5.385, 5, 5, 5);
  const auto forces = start<double>(GetParam(), state, {})->forces();
  const double h = 1e-4;
  for (const std::size_t i : {std::size_t{0}, state.atoms() / 2}) {
    const auto energy = [&](double move) {
      State moved = state;
      moved.position[i].y += move;
      return start<double>(GetParam(), moved, {})->sample().potential;
    };
    EXPECT_TRUE(within((energy(-h) - energy(h)) / (2 * h), forces[i].y, 1e-7)) << forces[i].y;
  }
}

// Returns how often the list was made anew.
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

// A hot liquid: the list is made anew every few steps. Of two trajectories the distance grows by less than 1 % a step.
TEST_P(Md, StaysWithSerial) {
  const State liquid = rattled(test_seed(), 300, 5.78);
  Settings settings;
  const int steps = watched() ? 12 : 60;
  expect_like_serial<double>(GetParam(), liquid, settings, steps, 1e-11);
  const int rebuilds = expect_like_serial<float>(GetParam(), liquid, settings, steps, 2e-5);
  if (!watched()) {
    EXPECT_GE(rebuilds, 3);
  }
  settings.rebuild = false;
  expect_like_serial<double>(GetParam(), rattled(test_seed(), 60), settings, 9, 1e-11);
}

TEST_P(Md, EveryRungDrawsTheSameRandomKicks) {
  Settings settings;
  settings.thermostat = {100, 100 / natural_time, 7};
  expect_like_serial<double>(GetParam(), rattled(test_seed(), 60), settings, 14, 1e-10);
}

TEST_P(Md, OrderOfAtomsChangesNothing) {
  State state = rattled(test_seed(), 60);
  const Sample expected = start<double>(GetParam(), state, {})->sample();
  std::reverse(state.position.begin(), state.position.end());
  const Sample sample = start<double>(GetParam(), state, {})->sample();
  EXPECT_LE(relative_error(sample.potential, expected.potential), 1e-12);
  EXPECT_TRUE(within(sample.virial, expected.virial, 1e-11 * std::abs(expected.potential)));
}

TEST_P(Md, SameBitsInEveryRun) {
  const State state = rattled(test_seed(), 300, 5.78);
  const auto run = [&] {
    const auto engine = start<float>(GetParam(), state, {});
    engine->advance(25);
    return engine->sample().total();
  };
  EXPECT_EQ(run(), run());
}

TEST_P(Md, GoesOnFromAState) {
  const State state = rattled(test_seed(), 60);
  const auto whole = start<double>(GetParam(), state, {}), first = start<double>(GetParam(), state, {});
  whole->advance(20);
  first->advance(12);
  const auto second = start<double>(GetParam(), first->state(), {});
  second->advance(8);
  EXPECT_LE(relative_error(second->sample().kinetic, whole->sample().kinetic), 1e-11);
}

TEST_P(Md, ScaledVelocitiesHaveTheTemperature) {
  const State state = rattled(test_seed(), 60);
  const auto engine = start<double>(GetParam(), state, {});
  engine->scale_velocities(scaling_factor(90, engine->sample().temperature(state.atoms())));
  EXPECT_LE(relative_error(engine->sample().temperature(state.atoms()), 90), 1e-12);
}

TEST_P(Md, LostAtomsAreFound) {
  Settings settings;
  settings.time_step = 400 / natural_time;
  const auto engine = start<float>(GetParam(), rattled(test_seed(), 3000), settings);
  EXPECT_THROW(
      {
        engine->advance(30);
        engine->sample();
      },
      SimulationError);
}

INSTANTIATE_TEST_SUITE_P(Ladder, Md, testing::Range(0, rungs),
                         [](const auto& info) { return std::string(ladder<double>[info.param].name); });

// A crystal in an empty box: where its atoms are, the density is far above the average.
TEST(MdRoom, CrowdsAreRefused) {
  State state = rattled(test_seed(), 60);
  state.box = {state.box.x * 4, state.box.y * 4, state.box.z * 4};
  EXPECT_THROW(all_on_gpu<float>(state, {})->sample(), SimulationError);
  EXPECT_THROW(all_on_gpu_fast<float>(state, {})->sample(), SimulationError);
}

// Velocity Verlet conserves the energy but for terms in the square of the step, if the potential has no jump.
TEST(MdEnergy, FluctuationFallsAsTheStepSquaredIfThePotentialIsShifted) {
  if (watched()) GTEST_SKIP() << "too long where a tool looks on";
  const auto of_step = [](double fs, bool shifted) {
    Settings settings;
    settings.potential.shifted = shifted;
    settings.time_step = fs / natural_time;
    State state = fcc_lattice(5, 5, 5, 5.385, 40);
    random_velocities(state, 60, 1);
    const auto engine = serial<double>(state, settings);
    engine->advance(static_cast<int>(200 / fs));  // the first vibrations are larger than what follows
    return fluctuation(*engine, static_cast<int>(1000 / fs));
  };
  const double shifted[] = {of_step(10, true), of_step(5, true), of_step(2.5, true)};
  EXPECT_NEAR(shifted[0] / shifted[1], 4, 1);
  EXPECT_NEAR(shifted[1] / shifted[2], 4, 1);
  EXPECT_GT(of_step(2.5, false), 10 * shifted[2]);
}

TEST(MdEnergy, LangevinsTemperatureIsReached) {
  if (watched()) GTEST_SKIP() << "too long where a tool looks on";
  const State state = rattled(test_seed(), 10);
  Settings settings;
  settings.thermostat = {80, 100 / natural_time, 3};
  const auto engine = serial<double>(state, settings);
  engine->advance(200);  // ten damping times
  double mean = 0;
  const int samples = 20;
  for (int s = 0; s < samples; ++s) {
    engine->advance(10);
    mean += engine->sample().temperature(state.atoms()) / samples;
  }
  // One sample scatters by 80 sqrt(2 / (3 n)), n = 840: 2.3 K.
  EXPECT_NEAR(mean, 80, 3 * 2.3);
}

TEST(MdRandom, PhiloxsPublishedNumbers) {
  const Words zero = philox({{0, 0, 0, 0}}, 0, 0);
  EXPECT_EQ(zero.w[0], 0x6627e8d5u);
  EXPECT_EQ(zero.w[1], 0xe169c58du);
  EXPECT_EQ(zero.w[2], 0xbc57ac4cu);
  EXPECT_EQ(zero.w[3], 0x9b00dbd8u);
}

TEST(MdLattice, HasItsTemperatureAndNoMomentum) {
  State state = fcc_lattice(5, 6, 7, 5.385, 40);
  EXPECT_EQ(state.atoms(), 4u * 5 * 6 * 7);
  random_velocities(state, 60, test_seed());
  const Sample sample = serial<double>(state, {})->sample();
  EXPECT_LE(relative_error(sample.temperature(state.atoms()), 60), 1e-12);
  EXPECT_NEAR(sample.momentum.x, 0, 1e-9);
  EXPECT_NEAR(sample.momentum.y, 0, 1e-9);
  // Twelve neighbours, at spacing / sqrt(2).
  HostAtoms<double> atoms(state);
  const HostList list = pairs_within(atoms, Box<double>(state.box), 5.385 / std::sqrt(2.0) + 0.01, Pairs::twice);
  EXPECT_EQ(list.atom.size(), 12 * state.atoms());
}

// Radii that give one cell, three and many along a side; atoms beside the box, too.
TEST(MdList, HoldsThePairsThatAreNear) {
  State state = rattled(test_seed(), 60, 5.385, 5, 6, 8);
  state.position[3].x += state.box.x;
  state.position[9].z -= state.box.z;
  for (const double radius : {3.9, 8.0, 11.0, 13.4}) {
    HostAtoms<double> atoms(state);
    const HostList once = pairs_within(atoms, Box<double>(state.box), radius, Pairs::once);
    const HostList twice = pairs_within(atoms, Box<double>(state.box), radius, Pairs::twice);
    std::size_t pairs = 0;
    for (std::size_t i = 0; i < state.atoms(); ++i)
      for (std::size_t j = 0; j < i; ++j) {
        const Vec d = between(state, i, j);
        pairs += d.x * d.x + d.y * d.y + d.z * d.z < radius * radius;
      }
    EXPECT_EQ(once.atom.size(), pairs) << radius;
    EXPECT_EQ(twice.atom.size(), 2 * pairs) << radius;
    EXPECT_LT(atoms.x[3], state.box.x);
    EXPECT_GE(atoms.z[9], 0);
  }
}

TEST(MdInput, WhatCannotBeSimulatedIsRefused) {
  const State state = rattled(test_seed(), 60);
  EXPECT_NO_THROW(validate(state, {}));
  Settings settings;
  settings.list_radius = 9.9;
  EXPECT_THROW(validate(state, settings), UsageError);
  settings.list_radius = 13.5;  // the box is 26.9 Å wide
  EXPECT_THROW(validate(state, settings), UsageError);
  State overlapping = state;
  overlapping.position[17] = overlapping.position[400];
  EXPECT_THROW(validate(overlapping, {}), UsageError);
}

TEST(MdProgram, EveryRungHasTheEnergy) {
  const Ended ended = run_program({PROGRAM, "--cells", "5", "--steps", "5"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  for (const auto& rung : ladder<float>) EXPECT_NE(ended.out.find(rung.name), std::string::npos) << ended.out;
  EXPECT_EQ(run_program({PROGRAM, "--cells", "4"}).status, 2);
}

}  // namespace
