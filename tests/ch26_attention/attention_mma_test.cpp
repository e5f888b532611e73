#include "ch26_attention/attention_mma/attention_mma.h"

#include "ch26_attention/attention/testing.h"

namespace {

using attention::Shape;

class AttentionMma : public testing::TestWithParam<Shape> {};

TEST_P(AttentionMma, MatchesReference) {
  attention::expect_attention_matches_reference(attention_mma::ladder(), GetParam());
}

INSTANTIATE_TEST_SUITE_P(Shapes, AttentionMma, testing::ValuesIn(attention::awkward_shapes()),
                         [](const auto& info) { return attention::name_of(info.param); });

TEST(AttentionMma, OneKeyWins) {
  attention::expect_one_key_wins(attention_mma::ladder(), {1, 300, false});
  attention::expect_one_key_wins(attention_mma::ladder(), {1, 300, true});
}

// In the upper and in the lower half of the 16 rows of a product.
TEST(AttentionMma, OneKeyWinsForOneQuery) {
  attention::expect_one_key_wins_for(attention_mma::ladder(), {1, 300, false}, 3);
  attention::expect_one_key_wins_for(attention_mma::ladder(), {1, 300, false}, 12);
}

TEST(AttentionMma, NaNStaysInItsRow) {
  attention::expect_nan_stays_in_its_row(attention_mma::ladder(), {1, 140, true});
}

TEST(AttentionMmaProgram, Answers) {
  attention::expect_program_answers(PROGRAM, attention_mma::ladder());
}

}  // namespace
