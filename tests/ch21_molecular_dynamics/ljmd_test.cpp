// The physics: forces against a sum over every pair and against the energy's slope, what is conserved, and every rung
// against the serial one.
#include "ch21_molecular_dynamics/ljmd/ljmd.h"

#include <algorithm>
#include <cmath>

#include "ch21_molecular_dynamics/all_on_gpu/experiments.h"
#include "ch21_molecular_dynamics/bricks/bricks.h"
#include "ch21_molecular_dynamics/ljmd/melting.h"
#include "ch21_molecular_dynamics/model/host_list.h"
#include "ch21_molecular_dynamics/model/nose_hoover.h"
#include "ch21_molecular_dynamics/model/thermostat.h"
#include "common/check.h"
#include "common/image.h"
#include "common/lesson.h"
#include "common/testing.h"
#include "common/timer.h"
#include "common/values.h"
#include "tests/ch21_molecular_dynamics/ljmd_atoms.h"
#include "tests/ch21_molecular_dynamics/ljmd_compare.h"
#include "tests/ch21_molecular_dynamics/ljmd_cut.h"
#include "tests/ch21_molecular_dynamics/ljmd_files.h"
#include "tests/ch21_molecular_dynamics/ljmd_meetings.h"
#include "tests/ch21_molecular_dynamics/ljmd_ranks.h"
#include "tests/ch21_molecular_dynamics/ljmd_room.h"
#include "tests/ch21_molecular_dynamics/ljmd_slabs.h"
#include "tests/ch21_molecular_dynamics/ljmd_statistics.h"

namespace {

using namespace ljmd;

constexpr int rungs = std::size(ladder<double>);

class Md : public testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    const std::string reason = lacking(ladder<double>[GetParam()].needs);
    if (!reason.empty()) GTEST_SKIP() << reason;
    if (sanitized() && GetParam() == rungs - 1 && device_count() == 1)
      GTEST_SKIP() << "on one GPU multi_gpu has the kernels of all_on_gpu_fast";
  }
};

// Cases that run the same kernels as others: a sanitizer takes minutes for them, and finds nothing new.
class MdAgain : public Md {
 protected:
  void SetUp() override {
    if (sanitized()) GTEST_SKIP() << "too long under a sanitizer";
    Md::SetUp();
  }
};

TEST_P(Md, ForcesAreTheSumOverEveryPair) {
  expect_direct_sum<double>(GetParam(), true);
  if (sanitized()) return;  // the same kernels
  expect_direct_sum<double>(GetParam(), false);
  expect_direct_sum<float>(GetParam(), true);
}

TEST(MdBricks, ThreadsThatShareAnAtomFindItsForce) {
  if (const std::string reason = lacking(brick_needs<double>); !reason.empty()) GTEST_SKIP() << reason;
  const State liquid = rattled(test_seed(), 300, 5.78);
  constexpr int fast = 3;
  for (const int per_atom : {1, 2, 4}) {
    SCOPED_TRACE(per_atom);
    Settings settings;
    settings.per_atom = per_atom;
    expect_direct_sum<float>(fast, true, per_atom);
    if (sanitized()) continue;
    expect_direct_sum<double>(fast, true, per_atom);
    expect_like_serial<double>(fast, liquid, settings, watched() ? 12 : 30, 1e-11);
  }
}

TEST(MdBricks, HaveMoreThreadsPerAtomIfAtomsAreFew) {
  // Cells along each side of a cube with this many bricks per multiprocessor.
  const auto cells = [](double bricks) { return std::cbrt(bricks * brick_size * multiprocessors() / 4); };
  const auto per_atom = [](double side) {
    const int cells = static_cast<int>(side);
    return BrickSizes(fcc_lattice(cells, cells, cells, 5.385, 40), 11, {}).per_atom;
  };
  EXPECT_EQ(per_atom(std::ceil(cells(1.1))), 1);
  EXPECT_EQ(per_atom(std::floor(cells(0.95))), 2);
  EXPECT_EQ(per_atom(std::floor(cells(0.45))), 4);
  EXPECT_EQ(per_atom(std::floor(cells(0.2))), 4);
}

// Central differences: the error is a sixth of the third derivative times h^2, plus the rounding error over h.
TEST_P(MdAgain, ForceIsTheEnergysSlope) {
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

// A hot liquid: the list is made anew every few steps. The distance of two trajectories grows by less than 1 % per
// step.
TEST_P(Md, StaysWithSerial) {
  const State liquid = rattled(test_seed(), 300, 5.78);
  Settings settings;
  const int steps = sanitized() ? 6 : watched() ? 12 : 60;
  if (!sanitized()) expect_like_serial<double>(GetParam(), liquid, settings, steps, 1e-11);
  const int rebuilds = expect_like_serial<float>(GetParam(), liquid, settings, steps, 2e-5);
  if (!watched()) {
    EXPECT_GE(rebuilds, 3);
  }
  settings.rebuild = false;
  expect_like_serial<double>(GetParam(), rattled(test_seed(), 60), settings, sanitized() ? 5 : 9, 1e-11);
}

TEST_P(Md, EveryRungDrawsTheSameRandomKicks) {
  Settings settings;
  settings.thermostat = {100, 100 / natural_time, 7};
  expect_like_serial<double>(GetParam(), rattled(test_seed(), 60), settings, sanitized() ? 5 : 14, 1e-10);
}

TEST_P(MdAgain, OrderOfAtomsChangesNothing) {
  State state = rattled(test_seed(), 60);
  const Sample expected = start<double>(GetParam(), state, {})->sample();
  std::reverse(state.position.begin(), state.position.end());
  const Sample sample = start<double>(GetParam(), state, {})->sample();
  EXPECT_LE(relative_error(sample.potential, expected.potential), 1e-12);
  EXPECT_TRUE(within(sample.virial, expected.virial, 1e-11 * std::abs(expected.potential)));
}

TEST_P(MdAgain, SameBitsInEveryRun) {
  const State state = rattled(test_seed(), 300, 5.78);
  const auto run = [&] {
    const auto engine = start<float>(GetParam(), state, {});
    engine->advance(25);
    return engine->sample().total();
  };
  EXPECT_EQ(run(), run());
}

TEST_P(MdAgain, GoesOnFromAState) {
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

TEST_P(MdAgain, LostAtomsAreFound) {
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

std::string name_of_rung(const testing::TestParamInfo<int>& info) {
  return ladder<double>[info.param].name;
}

INSTANTIATE_TEST_SUITE_P(Ladder, Md, testing::Range(0, rungs), name_of_rung);
INSTANTIATE_TEST_SUITE_P(Ladder, MdAgain, testing::Range(0, rungs), name_of_rung);

// A crystal in an otherwise empty box: around its atoms the density is far above the average.
TEST(MdRoom, CrowdsAreRefused) {
  State state = rattled(test_seed(), 60);
  state.box = {state.box.x * 4, state.box.y * 4, state.box.z * 4};
  EXPECT_THROW(all_on_gpu<float>(state, {})->sample(), SimulationError);
  EXPECT_THROW(all_on_gpu_fast<float>(state, {})->sample(), SimulationError);
}

// Velocity Verlet conserves the energy except for terms in the square of the step, if the potential has no jump.
TEST(MdEnergy, FluctuationFallsAsTheStepSquaredIfThePotentialIsShifted) {
  if (watched()) GTEST_SKIP() << "too long under a tool";
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

// 4000 atoms over 100 ps: on a GPU less than a second, elsewhere minutes. Samples every 100 steps, after 5 ps in which
// the crystal reaches an even temperature. The force jumps to zero at the cutoff, so an atom that crosses it changes
// the energy a little, up or down: the energy takes a random walk, and a line through one run has a slope of up to a
// few 1e-7 per 10 ps, of either sign. The drift is what all runs have in common: the mean of sixteen.
TEST(MdEnergy, StaysOverAHundredPicosecondsOnAGpu) {
  if (const std::string reason = no_hardware(); !reason.empty()) GTEST_SKIP() << reason;
  if (sanitized()) GTEST_SKIP() << "too long under a sanitizer";
  MeanOfParts slope;
  for (int run = 1; run <= 16; ++run) {
    State state = fcc_lattice(10, 10, 10, 5.385, 40);
    random_velocities(state, 60, run);
    const auto engine = all_on_gpu_fast<double>(state, {});
    engine->advance(1000);
    std::vector<double> energy;
    for (int s = 0; s < 200; ++s) {
      engine->advance(100);
      energy.push_back(engine->sample().total());
    }
    const Line line = fitted(energy, 100 * 5e-3);
    slope.add(line.slope * 10 / line.mean);
    EXPECT_LT(line.deviation / std::abs(line.mean), 2e-6) << run;
  }
  EXPECT_LT(std::abs(slope.mean()), 1e-7) << "per 10 ps; standard error " << slope.error();
  EXPECT_LT(slope.error(), 5e-8);
}

// At the start the components are uniform, and chi-squared must tell the two distributions apart.
TEST(MdEnergy, VelocitiesBecomeMaxwells) {
  if (watched()) GTEST_SKIP() << "too long under a tool";
  State state = fcc_lattice(7, 7, 7, 5.385, 40);
  random_velocities(state, 60, 1);
  const auto engine = serial<double>(state, {});
  EXPECT_GT(maxwell_chi_squared(state), once_in_a_thousand);
  engine->advance(400);
  EXPECT_LT(maxwell_chi_squared(engine->state()), once_in_a_thousand);
}

// The number of neighbours within half a shell's distance of each fcc shell; the crystal starts at 60 K.
TEST(MdEnergy, CrystalHasTheNeighborsOfFcc) {
  if (watched()) GTEST_SKIP() << "too long under a tool";
  State state = fcc_lattice(6, 6, 6, 5.385, 40);
  random_velocities(state, 60, 1);
  const auto engine = serial<double>(state, {});
  engine->advance(200);
  const State now = engine->state();
  const double nearest = 5.385 / std::sqrt(2.0);
  const auto per_atom = [&](double radius) {
    HostAtoms<double> atoms(now);
    return static_cast<double>(pairs_within(atoms, Box<double>(now.box), radius, Pairs::twice).atom.size()) /
           static_cast<double>(now.atoms());
  };
  // Between the shells at 1, sqrt(2) and sqrt(3) there are almost no atoms: 12, then 6 more, then 24 more within.
  EXPECT_NEAR(per_atom(nearest * 1.22), 12, 0.1);
  EXPECT_NEAR(per_atom(nearest * 1.57), 18, 0.3);
  EXPECT_NEAR(per_atom(nearest * 1.87), 42, 1);
  EXPECT_NEAR(per_atom(nearest * 0.85), 0, 0.05);
}

TEST(MdEnergy, LangevinsTemperatureIsReached) {
  if (watched()) GTEST_SKIP() << "too long under a tool";
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
  // The standard deviation of one sample is 80 sqrt(2 / (3 n)), n = 840: 2.3 K.
  EXPECT_NEAR(mean, 80, 3 * 2.3);
}

// A crystal of 256 atoms with a short cutoff, so that it takes seconds.
Settings short_reach(double fs) {
  Settings settings;
  settings.potential.cutoff = 8.5;
  settings.list_radius = 9.3;
  settings.time_step = fs / natural_time;
  return settings;
}

TEST(MdNoseHoover, ItsQuantityIsConservedAsTheStepSquared) {
  if (watched()) GTEST_SKIP() << "too long under a tool";
  // Standard deviations over a run of 2 ps: of the conserved quantity and of the atoms' own energy, eV.
  const auto deviations = [](double fs) {
    const Settings settings = short_reach(fs);
    State state = fcc_lattice(4, 4, 4, 5.385, 40);
    random_velocities(state, 60, 1);
    const auto engine = serial<double>(state, settings);
    NoseHoover chain(50, 100 / natural_time, settings.time_step, state.atoms());
    chain.advance(*engine, static_cast<int>(500 / fs));
    std::vector<double> conserved, total;
    for (int s = 0; s < 2000 / 10; ++s) {
      chain.advance(*engine, static_cast<int>(10 / fs));
      total.push_back(engine->sample().total());
      conserved.push_back(total.back() + chain.energy());
    }
    return std::pair{fitted(conserved, 1).deviation, fitted(total, 1).deviation};
  };
  const auto [coarse, own] = deviations(10);
  const auto [fine, own_too] = deviations(5);
  EXPECT_NEAR(coarse / fine, 4, 1.2);
  EXPECT_GT(own, 20 * coarse);
  EXPECT_GT(own_too, 20 * fine);
}

// In the canonical ensemble the kinetic energy is a sum of 3 (n - 1) squares of normal numbers: the relative standard
// deviation of T is sqrt(2 / (3 (n - 1))). In a crystal whose energy is conserved the variance is half of that, and if
// velocities are scaled, 0.
TEST(MdNoseHoover, TemperatureIsDistributedAsInAHeatBath) {
  if (watched()) GTEST_SKIP() << "too long under a tool";
  const Settings settings = short_reach(10);
  State state = fcc_lattice(4, 4, 4, 5.385, 40);
  random_velocities(state, 60, 1);
  const auto engine = serial<double>(state, settings);
  NoseHoover chain(40, 100 / natural_time, settings.time_step, state.atoms());
  chain.advance(*engine, 500);
  MeanOfParts mean, variance;
  for (int part = 0; part < 20; ++part) {
    double first = 0, second = 0;
    const int samples = 100;
    for (int s = 0; s < samples; ++s) {
      chain.advance(*engine, 2);
      const double t = engine->sample().temperature(state.atoms());
      first += t / samples;
      second += (t - 40) * (t - 40) / samples;
    }
    mean.add(first);
    variance.add(second);
  }
  const double expected = 40 * 40 * 2 / (3 * (static_cast<double>(state.atoms()) - 1));
  EXPECT_NEAR(mean.mean(), 40, 3 * mean.error());
  EXPECT_NEAR(variance.mean(), expected, 3 * variance.error());
  EXPECT_LT(variance.error(), expected / 7);  // otherwise it could not be told from half of it
}

TEST(MdNoseHoover, IsTheSameOnEveryRung) {
  const State state = rattled(test_seed(), 60);
  std::vector<double> energy;
  for (const auto& rung : ladder<double>) {
    if (!lacking(rung.needs).empty()) continue;
    const auto engine = rung.run(state, {});
    NoseHoover chain(80, 100 / natural_time, Settings().time_step, state.atoms());
    chain.advance(*engine, 6);
    energy.push_back(engine->sample().kinetic);
    EXPECT_LE(relative_error(energy.back(), energy.front()), 1e-11) << rung.name;
  }
}

// NIST's reference results for the Lennard-Jones fluid (Monte Carlo, 500 atoms, cut off at 3 sigma, with the usual
// corrections for the rest): at T* = 0.85 and density 0.82 U*/N = -5.7947, p* = 0.55355. The means of ten parts of the
// run give the error of its mean.
TEST(MdEnergy, LiquidHasTheReferencesEnergyAndPressure) {
  if (watched()) GTEST_SKIP() << "too long under a tool";
  constexpr double density = 0.82, temperature = 0.85, cutoff = 3, pi = 3.14159265358979;
  Settings settings;
  Potential& p = settings.potential;
  p.cutoff = cutoff * p.sigma;
  p.shifted = false;
  settings.thermostat = {temperature * p.epsilon / boltzmann, 500 / natural_time, 5};
  State state = fcc_lattice(5, 5, 5, std::cbrt(4 / density) * p.sigma, 40);
  random_velocities(state, 3 * settings.thermostat.temperature, 1);  // hot, so that it melts
  const auto engine = serial<double>(state, settings);
  engine->advance(2000);

  const double n = static_cast<double>(state.atoms()), inverse3 = 1 / (cutoff * cutoff * cutoff);
  const double energy_beyond = 8 * pi * density / 3 * (inverse3 * inverse3 / 3 - 1) * inverse3;
  const double pressure_beyond = 16 * pi * density * density / 3 * (2 * inverse3 * inverse3 / 3 - 1) * inverse3;
  constexpr int parts = 10, samples = 50;
  MeanOfParts energy, pressure;
  for (int k = 0; k < parts; ++k) {
    double u = energy_beyond, w = pressure_beyond;
    for (int s = 0; s < samples; ++s) {
      engine->advance(10);
      const Sample sample = engine->sample();
      u += sample.potential / p.epsilon / n / samples;
      w += (2 * sample.kinetic + sample.virial) / p.epsilon * density / (3 * n) / samples;
    }
    energy.add(u);
    pressure.add(w);
  }
  EXPECT_LT(energy.error(), 0.02);
  EXPECT_LT(pressure.error(), 0.08);
  EXPECT_NEAR(energy.mean(), -5.7947, 3 * energy.error());
  EXPECT_NEAR(pressure.mean(), 0.55355, 3 * pressure.error());
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

// Radii that give one cell, three and many along a side; also atoms outside the box.
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
  if (sanitized()) GTEST_SKIP() << "too long under a sanitizer";
  const Ended ended = run_program({PROGRAM, "--cells", "5", "--steps", "5"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  for (const auto& rung : ladder<float>) EXPECT_NE(ended.out.find(rung.name), std::string::npos) << ended.out;
  EXPECT_EQ(run_program({PROGRAM, "--cells", "4"}).status, 2);
}

TEST(MdProgram, DoesOneThing) {
  const Ended ended = run_program({PROGRAM, "--parts", "--gpus"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_NE(ended.err.find("--parts and --gpus are two things to do"), std::string::npos) << ended.err;
}

// The parts take no longer than the whole.
TEST(MdProgram, PartsOfAStepAreMeasuredIfAskedFor) {
  Settings settings;
  const State state = fcc_lattice(5, 5, 5, 5.385, 40);
  settings.time_parts = true;
  for (const auto& rung : {serial<float>, force_on_gpu<float>, all_on_gpu<float>}) {
    const CpuTimer timer;
    const auto engine = rung(state, settings);
    engine->advance(2);
    const Parts parts = engine->parts();
    EXPECT_GT(parts.force, 0);
    EXPECT_GT(parts.integration, 0);
    EXPECT_LE(parts.force + parts.integration + parts.copies + parts.lists, timer.ms());
    EXPECT_EQ(parts.copies > 0, rung != serial<float>);
  }
  EXPECT_EQ(serial<float>(state, {})->parts().force, 0);
}

// The table has a row for every rung that runs on one GPU, and for the one on the host.
TEST(MdProgram, PrintsThePartsOfEveryRung) {
  if (sanitized()) GTEST_SKIP() << "too long under a sanitizer";
  if (!emulated_device()) GTEST_SKIP() << "takes a minute on a GPU";
  const Ended ended = run_program({PROGRAM, "--parts"});
  ASSERT_EQ(ended.status, 0) << ended.err;
  for (const char* rung : {"serial ", "force_on_gpu ", "all_on_gpu ", "all_on_gpu_fast "})
    EXPECT_NE(ended.out.find(rung), std::string::npos) << ended.out;
}

TEST(MdProgram, DrawsTheEnergies) {
  if (sanitized()) GTEST_SKIP() << "too long under a sanitizer";
  const std::string name = temporary_file("energies");
  const Ended ended = run_program({PROGRAM, "--energies", name, "--cells", "5", "--steps", "20"});
  if (ended.status == 77) GTEST_SKIP() << ended.err;
  ASSERT_EQ(ended.status, 0) << ended.err;
  EXPECT_NE(ended.out.find("truncated potential: the total energy fluctuates by"), std::string::npos) << ended.out;
  const std::string csv = text_of(name + ".csv");
  EXPECT_EQ(count_lines(csv), 6) << csv;  // a heading, and steps 0 to 20
  EXPECT_NE(csv.find("0.1,"), std::string::npos) << csv;
  EXPECT_NE(text_of(name + "_change.svg").find("shifted"), std::string::npos);
}

TEST(MdExperiments, EveryVariantFindsTheForces) {
  const State state = rattled(test_seed(), 60);
  const Direct expected = direct(state, {});
  for (std::size_t v = 0; v < std::size(variants); ++v) {
    const std::vector<Vec> forces = forces_of_variant(v, state, {});
    ASSERT_EQ(forces.size(), state.atoms());
    for (std::size_t i = 0; i < forces.size(); ++i) {
      const double bound = rounding<float> * expected.force_terms[i];
      ASSERT_TRUE(within(forces[i].x, expected.force[i].x, bound)) << variants[v].name << " " << i;
      ASSERT_TRUE(within(forces[i].y, expected.force[i].y, bound)) << variants[v].name << " " << i;
      ASSERT_TRUE(within(forces[i].z, expected.force[i].z, bound)) << variants[v].name << " " << i;
    }
  }
}

TEST(MdExperiments, ProgramComparesThem) {
  if (sanitized()) GTEST_SKIP() << "too long under a sanitizer";
  const Ended ended = run_program({PROGRAM, "--experiments", "--cells", "5"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  for (const Variant& variant : variants) EXPECT_NE(ended.out.find(variant.name), std::string::npos) << ended.out;
}

TEST(MdProgram, DrawsTheSpeeds) {
  if (no_hardware().empty()) GTEST_SKIP() << "takes a minute of a GPU";
  const std::string name = temporary_file("speeds");
  const Ended ended = run_program({PROGRAM, "--speeds", name});
  if (ended.status == 77) GTEST_SKIP() << ended.err;
  ASSERT_EQ(ended.status, 0) << ended.err;
  const std::string csv = text_of(name + ".csv");
  EXPECT_EQ(count_lines(csv), 2) << csv;  // a heading, and 500 atoms
  EXPECT_NE(csv.find("\n500,"), std::string::npos) << csv;
  for (const auto& rung : ladder<float>)
    EXPECT_EQ(csv.find(rung.name) != std::string::npos, std::string(rung.name) != "multi_gpu") << csv;
  EXPECT_NE(text_of(name + ".svg").find("liquid, rebuilt"), std::string::npos);
}

// 10 ps at 300 K, far above the crystal's melting point. The picture looks along z and shows one layer of atoms.
TEST(MdProgram, DrawsACrystalThatMelts) {
  EXPECT_NEAR(lattice_order(fcc_lattice(5, 6, 7, 5.6, 40), 5.6), 1, 1e-12);
  if (watched()) GTEST_SKIP() << "too long under a tool";
  const std::string picture = temporary_file("melting.pgm");
  const Ended ended = run_program({PROGRAM, "--melting", picture, "--cells", "5", "--steps", "2000"});
  if (ended.status == 77) GTEST_SKIP() << ended.err;
  ASSERT_EQ(ended.status, 0) << ended.err;
  std::istringstream lines(ended.out.substr(ended.out.find("   0.00 ps")));
  double ps = 0, kelvin = 0, order[4];
  std::string line;
  for (double& of_panel : order) {
    ASSERT_TRUE(std::getline(lines, line));
    ASSERT_EQ(std::sscanf(line.c_str(), "%lf ps: %lf K, order %lf", &ps, &kelvin, &of_panel), 3) << line;
  }
  EXPECT_EQ(ps, 10);
  EXPECT_EQ(order[0], 1);
  EXPECT_LT(order[3], 0.3);
  const Image image = read_image(picture);
  EXPECT_EQ(image.width, 4 * 300 + 3 * 6);
  EXPECT_EQ(image.height, 300);
  // Discs of 1.2 Å radius over 5 x 5 cells with four atoms in each: 4 pi 1.2^2 of 5.6^2, minus what overlaps or is cut
  // off.
  const auto lit = [&](int panel) {
    int count = 0;
    for (int y = 0; y < 300; ++y)
      for (int x = 0; x < 300; ++x) count += image.values[y * image.width + panel * 306 + x] > 0;
    return count / 9e4;
  };
  EXPECT_NEAR(lit(0), 4 * 3.1416 * 1.44 / (5.6 * 5.6), 0.06);
  EXPECT_GT(lit(3), 0.2);
}

TEST(MdProgram, LostAtomsEndTheProgram) {
  const std::string plan = written("lost.in", "lattice 5 5 5 5.385\nvelocity 3000 1\ntime_step 400\nrun 30\n");
  const Ended ended = run_program({PROGRAM, "--input", plan});
  EXPECT_EQ(ended.status, 3);
  EXPECT_NE(ended.err.find("lost.in:4: atoms were lost"), std::string::npos) << ended.err;
  EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
}

}  // namespace
