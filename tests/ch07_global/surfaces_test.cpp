// Cells are whole numbers: each generation is exact.
#include "ch07_global/surfaces/surfaces.h"

#include "common/testing.h"
#include "common/values.h"

namespace {

using namespace surfaces;

constexpr int shapes[][2] = {{1, 1}, {1, 9}, {9, 1}, {2, 2}, {31, 33}, {32, 8}, {33, 9}, {129, 65}};

class Surfaces : public testing::TestWithParam<int> {};

TEST_P(Surfaces, FourGenerationsMatchReference) {
  const Rung& rung = ladder()[GetParam()];
  for (const auto& [width, height] : shapes) {
    SCOPED_TRACE(std::to_string(width) + " x " + std::to_string(height));
    std::vector<Cell> world = random_integers<Cell>(std::size_t(width) * height, 0, 1, test_seed());
    Worlds worlds(width, height);
    worlds.load(world);
    for (int generation = 0; generation < 4; ++generation) {
      rung.step(worlds, generation % 2);
      EXPECT_EQ(worlds.cells(generation % 2, rung.in_arrays), world) << "the input was changed";
      world = next_cpu(world, width, height);
      ASSERT_EQ(worlds.cells(1 - generation % 2, rung.in_arrays), world) << "generation " << generation;
    }
  }
}

TEST_P(Surfaces, ALivingBorderStaysInside) {
  const Rung& rung = ladder()[GetParam()];
  const std::vector<Cell> world(34 * 10, 1);
  Worlds worlds(34, 10);
  worlds.load(world);
  rung.step(worlds, 0);
  EXPECT_EQ(worlds.cells(1, rung.in_arrays), next_cpu(world, 34, 10));
}

INSTANTIATE_TEST_SUITE_P(Ladder, Surfaces, testing::Range(0, static_cast<int>(std::size(ladder()))),
                         [](const auto& info) { return std::string(ladder()[info.param].name); });

TEST(SurfacesReference, KnowsTheBlinker) {
  const std::vector<Cell> upright{0, 1, 0, 0, 1, 0, 0, 1, 0}, flat{0, 0, 0, 1, 1, 1, 0, 0, 0};
  EXPECT_EQ(next_cpu(upright, 3, 3), flat);
  EXPECT_EQ(next_cpu(flat, 3, 3), upright);
}

TEST(SurfacesProgram, ShowsEveryRungAndRefusesBadInput) {
  const Ended good = run_program({PROGRAM, "--width", "70", "--height", "33", "--repeats", "1"});
  EXPECT_EQ(good.status, 0) << good.err;
  for (const Rung& rung : ladder()) EXPECT_NE(good.out.find(rung.name), std::string::npos);
  for (const char* option : {"--width=0", "--height=-1", "--width=1e9"}) {
    const Ended bad = run_program({PROGRAM, option});
    EXPECT_EQ(bad.status, 2) << option;
    EXPECT_EQ(count_lines(bad.err), 1) << bad.err;
  }
}

TEST(SurfacesProgram, DrawsAGliderThatMoves) {
  const Ended ended = run_program({PROGRAM, "--watch"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  const std::string empty = "................\n";
  EXPECT_NE(ended.out.find("generation 4\n" + empty + "..#.............\n...#............\n.###............\n" + empty),
            std::string::npos)
      << ended.out;
}

}  // namespace
