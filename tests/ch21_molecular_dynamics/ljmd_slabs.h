// Cases of multi_gpu: the box in slabs, for every number of GPUs here.
#pragma once

#include <gtest/gtest.h>

#include "ch21_molecular_dynamics/ljmd/bricks.h"
#include "ch21_molecular_dynamics/ljmd/ljmd.h"
#include "ch21_molecular_dynamics/ljmd/pair.h"
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

// Six columns along x, which one, two and three slabs can share evenly: bricks, halos and lists are then those of one
// GPU, and so is every sum. It is hot, so that lists are made anew, and some atoms vibrate across a border.
template <typename Real>
void expect_bits_of_one_gpu(int gpus) {
  State state = rattled(test_seed(), 300, 5.78, 24, 4, 4);
  for (Vec& p : state.position) p.x = static_cast<float>(p.x - 5.78 / 4);
  Settings settings;
  settings.most_gpus = gpus;
  settings.per_atom = gpus == 2 ? 2 : 1;  // a slab has fewer atoms, and might choose more threads for each
  const int steps = sanitized() ? 4 : watched() ? 8 : 60;
  const auto expected = all_on_gpu_fast<Real>(state, settings), engine = multi_gpu<Real>(state, settings);
  ASSERT_EQ(engine->sample().potential, expected->sample().potential);
  for (const int part : {1, steps - 1}) {
    expected->advance(part);
    engine->advance(part);
    const Sample right = expected->sample(), sample = engine->sample();
    EXPECT_EQ(sample.potential, right.potential);
    EXPECT_EQ(sample.kinetic, right.kinetic);
    EXPECT_EQ(sample.virial, right.virial);
  }
  EXPECT_EQ(engine->rebuilds(), expected->rebuilds());
  if (!watched()) {
    EXPECT_GE(engine->rebuilds(), 3);
  }
  const State right = expected->state(), result = engine->state();
  if (gpus > 1 && !watched()) {
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
  for (int gpus = 1; gpus <= std::min(device_count(), 3); ++gpus) {
    expect_bits_of_one_gpu<float>(gpus);
    if (!sanitized()) expect_bits_of_one_gpu<double>(gpus);
  }
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
