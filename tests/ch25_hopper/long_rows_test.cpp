#include "ch25_hopper/long_rows/long_rows.h"

#include "common/softmax_testing.h"

namespace {

using softmax::Shape;

class LongRows : public testing::TestWithParam<Shape> {};

TEST_P(LongRows, MatchesReference) {
  softmax::expect_softmax_matches_reference(long_rows::ladder(), GetParam());
}

INSTANTIATE_TEST_SUITE_P(Shapes, LongRows,
                         testing::ValuesIn(all_or_few<Shape>({{0, 5},
                                                              {5, 0},
                                                              {1, 1},
                                                              {3, 31},
                                                              {2, 1024},
                                                              {7, 1000},
                                                              {3, 8192},
                                                              {3, 8193},
                                                              {2, 30001},
                                                              {2, 32768},
                                                              {2, 40000},
                                                              {1, 131071},
                                                              {1, 131072},
                                                              {1, 131076}},
                                                             {{3, 31}, {3, 8192}, {1, 30001}})),
                         [](const auto& info) { return softmax::name_of(info.param); });

TEST(LongRows, NaNStaysInItsRow) {
  softmax::expect_nan_stays_in_its_row(long_rows::ladder(), {3, 9001});
  softmax::expect_nan_stays_in_its_row(long_rows::ladder(), {3, 9000});
}

TEST(LongRowsProgram, Answers) {
  softmax::expect_program_answers(PROGRAM, long_rows::ladder());
}

}  // namespace
