// Cases of multi_gpu: the box in slabs, for every number of GPUs here.
#pragma once

#include <gtest/gtest.h>

#include "ch21_molecular_dynamics/bricks/bricks.h"
#include "ch21_molecular_dynamics/ljmd/ljmd.h"
#include "ch21_molecular_dynamics/ljmd/scaling.h"
#include "ch21_molecular_dynamics/model/pair.h"
#include "ch21_molecular_dynamics/model/rounding.h"
#include "common/devices.h"
#include "common/testing.h"
#include "tests/ch21_molecular_dynamics/ljmd_atoms.h"

namespace ljmd {

// How many atoms have changed their slab, with this many slabs.
inline int migrated(const State& before, const State& after, int slabs) {
  int count = 0;
  const auto slab = [&](const Vec& p) {
    return static_cast<int>(std::floor(wrapped(p.x, before.box.x) / before.box.x * slabs));
  };
  for (std::size_t i = 0; i < before.atoms(); ++i) count += slab(before.position[i]) != slab(after.position[i]);
  return count;
}

// Six columns along x, which up to six slabs share, not all of them evenly: bricks, halos and lists are those of one
// GPU, and so is every sum. It is hot, so that lists are made anew if they may be, and some atoms vibrate across a
// border.
template <typename Real>
void expect_bits_of_one_gpu(int gpus, bool rebuild) {
  State state = rattled(test_seed(), 300, 5.78, 24, 4, 4);
  for (Vec& p : state.position) p.x = static_cast<float>(p.x - 5.78 / 4);
  Settings settings;
  settings.most_gpus = gpus;
  settings.rebuild = rebuild;
  settings.per_atom = gpus % 2 == 0 ? 2 : 1;  // a slab has fewer atoms, and might choose more threads for each
  const int steps = sanitized() ? 4 : watched() ? 8 : 60;
  const auto expected = all_on_gpu_fast<Real>(state, settings), engine = multi_gpu<Real>(state, settings);
  ASSERT_EQ(engine->sample().potential, expected->sample().potential);
  for (const int part : {1, steps / 2, steps - steps / 2 - 1}) {
    expected->advance(part);
    engine->advance(part);
    const Sample right = expected->sample(), sample = engine->sample();
    EXPECT_EQ(sample.potential, right.potential);
    EXPECT_EQ(sample.kinetic, right.kinetic);
    EXPECT_EQ(sample.virial, right.virial);
  }
  EXPECT_EQ(engine->rebuilds(), expected->rebuilds());
  if (rebuild && !watched()) {
    EXPECT_GE(engine->rebuilds(), 3);
  }
  const State right = expected->state(), result = engine->state();
  if (rebuild && gpus > 1 && !watched()) {
    EXPECT_GT(migrated(state, result, gpus), 0);
  }
  for (std::size_t i = 0; i < state.atoms(); ++i) {
    ASSERT_EQ(result.position[i].x, right.position[i].x) << i;
    ASSERT_EQ(result.position[i].z, right.position[i].z) << i;
    ASSERT_EQ(result.velocity[i].y, right.velocity[i].y) << i;
  }
}

TEST(MdSlabs, HaveTheBitsOfOneGpu) {
  if (const std::string reason = lacking(brick_needs<double>); !reason.empty()) GTEST_SKIP() << reason;
  for (int gpus = 1; gpus <= std::min(device_count(), 6); ++gpus) {
    for (const bool rebuild : {false, true}) {
      expect_bits_of_one_gpu<float>(gpus, rebuild);
      if (!sanitized()) expect_bits_of_one_gpu<double>(gpus, rebuild);
    }
  }
}

// More threads for an atom add up its force in another order. After some steps the energies differ, by what rounding.h
// allows, and not by much less.
template <typename Real>
void expect_rounding() {
  const State state = rattled(test_seed(), 300, 5.78, 24, 4, 4);
  Settings settings;
  settings.per_atom = 1;
  const int steps = sanitized() ? 4 : watched() ? 8 : 100;
  const auto one = all_on_gpu_fast<Real>(state, settings);
  one->advance(steps);
  const Sample right = one->sample();
  const double bound = energy_rounding<Real>(one->state(), one->forces(), right, steps);
  double largest = 0;
  for (int gpus = 1; gpus <= std::min(device_count(), 3); ++gpus)
    for (const int per_atom : {2, 4}) {
      settings.most_gpus = gpus;
      settings.per_atom = per_atom;
      const auto engine = multi_gpu<Real>(state, settings);
      engine->advance(steps);
      largest = std::max(largest, std::abs(engine->sample().total() - right.total()));
    }
  EXPECT_LE(largest, bound);
  EXPECT_GE(largest, bound / 500);
}

TEST(MdSlabs, EnergiesDifferByRoundingIfSumsHaveAnotherOrder) {
  if (const std::string reason = lacking(brick_needs<double>); !reason.empty()) GTEST_SKIP() << reason;
  expect_rounding<float>();
  if (!sanitized()) expect_rounding<double>();
}

TEST(MdSlabs, AddAlikeWithTheSameColumnsAndThreads) {
  const State state = rattled(test_seed(), 60, 5.385, 24, 5, 5);  // six columns
  for (int slabs = 1; slabs <= 6; ++slabs)
    EXPECT_EQ(slabs_add_alike(state, 11, slabs),
              BrickSizes(state, 11, {0, slabs}).per_atom == BrickSizes(state, 11, {}).per_atom);
  const State few = rattled(test_seed(), 60, 5.385, 24, 1, 1);  // all have as many threads for each as can be
  EXPECT_TRUE(slabs_add_alike(few, 11, 6));
  EXPECT_FALSE(slabs_add_alike(few, 11, 7));
}

// A thermostat's steps are no batch: each clears the word that has asked for its list.
TEST(MdSlabs, ListsAreMadeOnceBesideAThermostat) {
  if (const std::string reason = lacking(brick_needs<double>); !reason.empty()) GTEST_SKIP() << reason;
  const State state = rattled(test_seed(), 300, 5.78, 8, 4, 4);
  Settings settings;
  settings.thermostat = {300, 1000 / natural_time, 7};
  const auto expected = serial<double>(state, settings), one = all_on_gpu_fast<double>(state, settings);
  const int steps = sanitized() || watched() ? 4 : 60;
  expected->advance(steps);
  one->advance(steps);
  EXPECT_EQ(one->rebuilds(), expected->rebuilds());
}

// Slabs lie side by side and differ by one column at most.
TEST(MdSlabs, ShareTheColumns) {
  const State state = rattled(test_seed(), 60, 5.385, 24, 5, 5);
  for (int of = 1; of <= 8; ++of) {
    int next = 0;
    for (Slab slab{0, of}; slab.number < of; ++slab.number) {
      const BrickSizes sizes(state, 11, slab), right(state, 11, slab.beside(1));
      EXPECT_EQ(sizes.columns_x, std::max(6, of));
      EXPECT_EQ(sizes.first_x, next);
      EXPECT_EQ(sizes.right_x, right.slab_x);
      EXPECT_EQ(sizes.slab_x, right.left_x);
      EXPECT_EQ(sizes.atoms, right.atoms);
      EXPECT_EQ(sizes.ghosts, right.ghosts);
      EXPECT_LE(std::abs(sizes.slab_x - right.slab_x), 1);
      next += sizes.slab_x;
    }
    EXPECT_EQ(next, std::max(6, of));
  }
}

// Six columns: two slabs with as many threads for an atom must have the same bits, seven slabs have seven columns.
TEST(MdSlabs, TableRefusesAWrongEnergy) {
  if (const std::string reason = lacking(brick_needs<float>); !reason.empty()) GTEST_SKIP() << reason;
  const State state = rattled(test_seed(), 60, 5.385, 24, 5, 5);
  Settings settings;
  const auto one = all_on_gpu_fast<float>(state, settings);
  one->advance(2);
  const Sample sample = one->sample();
  const double energy = sample.total();
  const double bound = energy_rounding<float>(one->state(), one->forces(), sample, 2);
  const bool alike = slabs_add_alike(state, settings.list_radius, 2);
  const auto is_right = [&](int slabs, double found) {
    ScalingTable table;
    table.alone(state, settings, 2, {1, 1, 0}, *one);
    table.several("multi_gpu", slabs, {1, 1, 0}, found);
    return table.print({});
  };
  EXPECT_TRUE(is_right(2, energy));
  EXPECT_EQ(is_right(2, std::nextafter(energy, 0)), !alike);
  EXPECT_TRUE(is_right(7, energy + 0.9 * bound));
  EXPECT_FALSE(is_right(7, energy + 1.1 * bound));
  EXPECT_FALSE(is_right(7, std::nan("")));
}

TEST(MdSlabs, ProgramComparesThem) {
  if (no_hardware().empty()) GTEST_SKIP() << "takes a minute of a GPU";
  const Ended ended = run_program({PROGRAM, "--gpus"});
  if (ended.status == 77) GTEST_SKIP() << ended.err;
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(ended.out.find("multi_gpu") != std::string::npos, device_count() > 1) << ended.out;
}

// An fcc crystal in a part of its box small enough that one slab has all of it.
TEST(MdSlabs, CrowdsAreRefused) {
  if (const std::string reason = lacking(brick_needs<double>); !reason.empty()) GTEST_SKIP() << reason;
  if (device_count() < 2) GTEST_SKIP() << "one device only";
  State state = rattled(test_seed(), 60, 5.385, 6, 6, 24);
  state.box.x *= 4;
  EXPECT_THROW(multi_gpu<float>(state, {}), SimulationError);
}

TEST(MdSlabs, AreWiderThanTheListsRadius) {
  const State state = rattled(test_seed(), 60, 5.385, 7, 5, 5);  // 37.7 Å
  EXPECT_EQ(slabs_for(state, 11, 1), 1);
  EXPECT_EQ(slabs_for(state, 11, 2), 2);
  EXPECT_EQ(slabs_for(state, 11, 5), 3);
  EXPECT_EQ(slabs_for(state, 13, 5), 2);
}

}  // namespace ljmd
