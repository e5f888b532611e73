// The floats below and above the exact values, computed by hand.
#include <gtest/gtest.h>

#include <cstdio>

#include "common/testing.h"

namespace {

TEST(Rounding, EachDirectionGivesItsNeighbour) {
  const Ended ended = run_program({PROGRAM});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  struct Row {
    const char* name;
    double nearest, to_zero, up, down;
  };
  const double unit = 0x1p-25, third = 11184811 * unit;  // 1/3 lies between 11184810 and 11184811 units, nearer to that
  const Row rows[] = {
      {"\n1 / 3 in float", third, third - unit, third, third - unit},
      {"\n-1 / 3 in float", -third, unit - third, unit - third, -third},
      {"\n2.5 to int", 2, 2, 3, 2},
      {"\n-2.5 to int", -2, -2, -2, -3},
      {"\n1 / 3 from float to half", 1365 * 0x1p-12, 1365 * 0x1p-12, 1366 * 0x1p-12, 1365 * 0x1p-12},
      {"\n-1 / 3 from float to half", -1365 * 0x1p-12, -1365 * 0x1p-12, -1365 * 0x1p-12, -1366 * 0x1p-12},
  };
  for (const Row& row : rows) {
    const std::size_t at = ended.out.find(row.name);
    ASSERT_NE(at, std::string::npos) << row.name << "\n" << ended.out;
    double values[4] = {};
    ASSERT_EQ(std::sscanf(ended.out.c_str() + at + std::string(row.name).size(), "%lf %lf %lf %lf", &values[0],
                          &values[1], &values[2], &values[3]),
              4)
        << ended.out;
    const double expected[] = {row.nearest, row.to_zero, row.up, row.down};
    for (int d = 0; d < 4; ++d) EXPECT_EQ(static_cast<float>(values[d]), static_cast<float>(expected[d])) << row.name;
  }
}

}  // namespace
