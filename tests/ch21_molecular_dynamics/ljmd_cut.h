// Cases of how atoms are sorted into columns and cut into bricks.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>

#include "ch21_molecular_dynamics/ljmd/ljmd.h"
#include "common/testing.h"
#include "tests/ch21_molecular_dynamics/ljmd_atoms.h"
#include "tests/ch21_molecular_dynamics/ljmd_room.h"

namespace ljmd {

// With more cells than one warp looks at: several warps find where cells start.
TEST(MdCut, BricksFollowTheColumns) {
  if (const std::string reason = lacking(brick_needs<double>); !reason.empty()) GTEST_SKIP() << reason;
  const State state = rattled(test_seed(), 60, 5.385, 20, 20, 6);
  Listed<float> listed(state);
  const BrickSizes& sizes = listed.bricks.sizes;
  ASSERT_GT(sizes.cells, 512);
  const auto position = listed.memory.copy(listed.bricks.position[0], state.atoms(), listed.stream);
  const auto column_of = [&](int i) {
    const int x = static_cast<int>(position[i].x * listed.bricks.per_x);
    const int y = static_cast<int>(position[i].y * listed.bricks.per_y);
    return std::min(x, sizes.columns_x - 1) * sizes.columns_y + std::min(y, sizes.columns_y - 1);
  };
  const int count = listed.memory.words(listed.bricks, listed.stream).bricks;
  ASSERT_LE(count, sizes.bricks);
  int next = 0, column = 0;
  for (const Brick& brick : listed.memory.copy(listed.bricks.brick, count, listed.stream)) {
    ASSERT_EQ(brick.first, next);
    ASSERT_GT(brick.atoms, 0);
    ASSERT_LE(brick.atoms, brick_size);
    EXPECT_GE(column_of(brick.first), column);
    column = column_of(brick.first);
    for (int k = 1; k < brick.atoms; ++k) EXPECT_EQ(column_of(brick.first + k), column) << brick.first + k;
    next += brick.atoms;
  }
  EXPECT_EQ(next, static_cast<int>(state.atoms()));
}

}  // namespace ljmd
