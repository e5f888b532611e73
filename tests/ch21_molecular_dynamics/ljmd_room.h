// Cases of the room that a halo has in a step's shared memory.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "ch21_molecular_dynamics/bricks/brick_memory.h"
#include "ch21_molecular_dynamics/bricks/brick_step.h"
#include "common/check.h"
#include "common/lesson.h"
#include "common/testing.h"
#include "tests/ch21_molecular_dynamics/ljmd_atoms.h"

namespace ljmd {

// Bricks with lists, at position[0].
template <typename Real>
struct Listed {
  explicit Listed(const State& state) : bricks(state, 11), memory(state, numbers(state.atoms()), bricks) {
    const std::size_t bytes = bricks.sizes.halo * sizeof(Vec4<Real>);
    allow_shared(bricks, bytes);
    allow_shared_in_steps(bricks, bytes);
    const int* const wanted = &bricks.words->always;
    find_cells(bricks, 0, wanted, stream);
    sort_into_bricks(bricks, 0, wanted, stream);
    list_bricks(bricks, 0, wanted, stream);
  }

  std::vector<Vec4<Real>> forces(int places) {
    const Settings settings;
    const Step<Real> step{
        LennardJones<Real>(settings.potential), {settings.thermostat, settings.time_step, 40}, 0, 0, 0};
    bricks.step_places = places;
    close_steps(bricks, step, 0, false, 0, stream);
    return memory.copy(bricks.force, bricks.sizes.atoms, stream);
  }

  Bricks<Real> bricks;
  BrickMemory<Real> memory;
  Stream stream;
};

// The terms are added up in the same order. A compiler may fuse the operations of one in another way, so each may be
// off by some units in its last place.
template <typename Real>
void expect_same_forces() {
  const State state = rattled(test_seed(), 60);
  Listed<Real> listed(state);
  ASSERT_GT(listed.memory.words(listed.bricks, listed.stream).bricks, 1);
  const auto near = listed.forces(listed.bricks.sizes.halo), far = listed.forces(spare_places);
  const std::vector<int> id = listed.memory.copy(listed.bricks.id, state.atoms(), listed.stream);
  const Direct sums = direct(state, {});
  for (std::size_t i = 0; i < state.atoms(); ++i) {
    const double bound = 16 * std::numeric_limits<Real>::epsilon() * sums.force_terms[id[i]];
    ASSERT_NEAR(far[i].x, near[i].x, bound) << i;
    ASSERT_NEAR(far[i].y, near[i].y, bound) << i;
    ASSERT_NEAR(far[i].z, near[i].z, bound) << i;
    ASSERT_NEAR(far[i].w, near[i].w, bound * 10) << i;  // a term is at most the force's times the cutoff
  }
}

TEST(MdRoom, HalosBeyondItGiveTheSameForces) {
  if (const std::string reason = lacking(brick_needs<double>); !reason.empty()) GTEST_SKIP() << reason;
  expect_same_forces<float>();
  if (!sanitized()) expect_same_forces<double>();
}

TEST(MdRoom, GrowsWithTheLargestHalo) {
  if (const std::string reason = lacking(brick_needs<double>); !reason.empty()) GTEST_SKIP() << reason;
  const State state = rattled(test_seed(), 60);
  Listed<float> listed(state);
  Bricks<float>& b = listed.bricks;
  const int all = b.sizes.halo, largest = all - 2 * spare_places;
  EXPECT_TRUE(make_room(b, 100, false));
  EXPECT_EQ(b.step_places, 100 + spare_places);  // the lists stay: no more than they need
  EXPECT_FALSE(make_room(b, 99, false));
  EXPECT_TRUE(make_room(b, 101, true));
  EXPECT_GE(b.step_places, 101 + spare_places);
  EXPECT_LE(b.step_places, all);
  b.step_places = 0;
  EXPECT_TRUE(make_room(b, largest, true));
  EXPECT_GE(b.step_places, largest + spare_places);
  EXPECT_LE(b.step_places, all);
  EXPECT_FALSE(make_room(b, largest, true));
  b.step_places = 0;
  EXPECT_TRUE(make_room(b, 10 * all, true));  // atoms crowd, which is refused elsewhere
  EXPECT_EQ(b.step_places, all);
}

// The room that is given beyond the largest halo must not leave one block less per multiprocessor.
TEST(MdRoom, CostsNoBlock) {
  if (const std::string reason = lacking(brick_needs<double>); !reason.empty()) GTEST_SKIP() << reason;
  Bricks<float> b(rattled(test_seed(), 60), 11, {}, 1);
  allow_shared_in_steps(b, b.sizes.halo * sizeof(Vec4<float>));
  int device = 0, shared = 0;
  ASSERT_EQ(cudaGetDevice(&device), cudaSuccess);
  ASSERT_EQ(cudaDeviceGetAttribute(&shared, cudaDevAttrMaxSharedMemoryPerMultiprocessor, device), cudaSuccess);
  const auto blocks_with = [&](int places) {
    const int of_block = places * static_cast<int>(sizeof(Vec4<float>)) + reserved_shared();
    return std::min(shared / of_block, threads_per_multiprocessor() / brick_size);
  };
  for (int halo = 700; halo + spare_places < b.sizes.halo; halo += 50) {
    b.step_places = 0;
    ASSERT_TRUE(make_room(b, halo, true));
    EXPECT_EQ(blocks_with(b.step_places), blocks_with(halo + spare_places)) << halo << ": " << b.step_places;
  }
}

}  // namespace ljmd
