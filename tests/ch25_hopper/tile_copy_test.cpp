// A copy is exact.
#include "ch25_hopper/tile_copy/tile_copy.h"

#include <gtest/gtest.h>

#include "common/owners.h"
#include "common/testing.h"
#include "common/values.h"

namespace {

using tile_copy::Shape;

class TileCopy : public testing::TestWithParam<Shape> {};

TEST_P(TileCopy, MatchesReference) {
  const Shape shape = GetParam();
  const std::vector<float> from = random_reals<float>(shape.rows * shape.cols, -1, 1, test_seed());
  const Guarded<float> d_from(from);
  for (const auto& rung : tile_copy::ladder()) {
    if (!lacking(rung.needs).empty()) continue;  // the program says that it skips it
    SCOPED_TRACE(rung.name);
    Guarded<float> d_to = poisoned<float>(shape.part_rows * shape.part_cols);
    const Stream stream;
    check(cudaDeviceSynchronize());
    rung.run(d_from.data(), d_to.data(), shape, stream);
    stream.wait();
    EXPECT_EQ(d_to.to_host(), tile_copy::copy_cpu(from, shape));
    EXPECT_EQ(d_from.to_host(), from) << "the input was changed";
  }
}

// Parts that are the matrix, that begin before it or end behind it, that are outside of it; rows that the copy engine
// takes, and rows that it does not; more tiles below each other than a block copies.
INSTANTIATE_TEST_SUITE_P(Shapes, TileCopy,
                         testing::ValuesIn(all_or_few<Shape>({{0, 0, 0, 0, 4, 4},
                                                              {4, 4, 0, 0, 0, 4},
                                                              {1, 1, 0, 0, 1, 1},
                                                              {64, 32, 0, 0, 64, 32},
                                                              {65, 36, 0, 0, 65, 36},
                                                              {70, 100, -3, -8, 80, 112},
                                                              {70, 100, 10, 7, 30, 40},
                                                              {70, 100, 10, 8, 30, 40},
                                                              {70, 101, 10, 7, 30, 40},
                                                              {20, 24, -100, 0, 50, 24},
                                                              {20, 24, 100, 48, 50, 24},
                                                              {30, 600, -3, -8, 33, 700},
                                                              {600, 40, -1, 4, 640, 44}},
                                                             {{70, 100, -3, -8, 80, 112}, {600, 40, -1, 4, 640, 44}})));

TEST(TileCopyProgram, Answers) {
  const Ended right = run_program({PROGRAM, "--rows", "100", "--cols", "64", "--repeats", "1"});
  EXPECT_EQ(right.status, 0) << right.err;
  for (const auto& rung : tile_copy::ladder()) EXPECT_NE(right.out.find(rung.name), std::string::npos);
  const Ended wrong = run_program({PROGRAM, "--rows", "1e15"});
  EXPECT_EQ(wrong.status, 2);
  EXPECT_EQ(count_lines(wrong.err), 1) << wrong.err;
}

}  // namespace
