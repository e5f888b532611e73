#include "ch26_attention/softmax_rows/softmax_rows.h"

#include "common/softmax_testing.h"

namespace {

using softmax::Shape;

class SoftmaxRows : public testing::TestWithParam<Shape> {};

TEST_P(SoftmaxRows, MatchesReference) {
  softmax::expect_softmax_matches_reference(softmax_rows::ladder(), GetParam());
}

INSTANTIATE_TEST_SUITE_P(Shapes, SoftmaxRows,
                         testing::ValuesIn(all_or_few<Shape>({{0, 5},
                                                              {5, 0},
                                                              {1, 1},
                                                              {3, 31},
                                                              {4, 32},
                                                              {2, 255},
                                                              {7, 1000},
                                                              {5, 1023},
                                                              {5, 1024},
                                                              {3, 1025},
                                                              {3, 4096},
                                                              {4, 5001},
                                                              {2, 8192},
                                                              {2, 9000},
                                                              {2, 32767},
                                                              {1, 32772}},
                                                             {{3, 31}, {5, 1024}, {4, 5001}})),
                         [](const auto& info) { return softmax::name_of(info.param); });

TEST(SoftmaxRows, NaNStaysInItsRow) {
  softmax::expect_nan_stays_in_its_row(softmax_rows::ladder(), {3, 4099});
  softmax::expect_nan_stays_in_its_row(softmax_rows::ladder(), {3, 4100});
}

TEST(SoftmaxRowsProgram, Answers) {
  softmax::expect_program_answers(PROGRAM, softmax_rows::ladder());
}

}  // namespace
