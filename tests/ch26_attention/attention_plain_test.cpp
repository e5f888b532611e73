#include "ch26_attention/attention_plain/attention_plain.h"

#include "ch26_attention/attention/testing.h"

namespace {

using attention::Shape;

class AttentionPlain : public testing::TestWithParam<Shape> {};

TEST_P(AttentionPlain, MatchesReference) {
  attention::expect_attention_matches_reference(attention_plain::ladder(), GetParam());
}

INSTANTIATE_TEST_SUITE_P(Shapes, AttentionPlain, testing::ValuesIn(attention::awkward_shapes()),
                         [](const auto& info) { return attention::name_of(info.param); });

TEST(AttentionPlain, OneKeyWins) {
  attention::expect_one_key_wins(attention_plain::ladder(), {1, 300, false});
  attention::expect_one_key_wins(attention_plain::ladder(), {1, 300, true});
}

TEST(AttentionPlain, NaNStaysInItsRow) {
  attention::expect_nan_stays_in_its_row(attention_plain::ladder(), {1, 140, true});
}

TEST(AttentionPlainProgram, Answers) {
  attention::expect_program_answers(PROGRAM, attention_plain::ladder());
}

}  // namespace
