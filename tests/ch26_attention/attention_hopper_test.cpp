#include "ch26_attention/attention_hopper/attention_hopper.h"

#include "ch26_attention/attention/testing.h"

namespace {

using attention::Shape;

class AttentionHopper : public testing::TestWithParam<Shape> {};

TEST_P(AttentionHopper, MatchesReference) {
  attention::expect_attention_matches_reference(attention_hopper::ladder(), GetParam());
}

INSTANTIATE_TEST_SUITE_P(Shapes, AttentionHopper, testing::ValuesIn(attention::awkward_shapes()),
                         [](const auto& info) { return attention::name_of(info.param); });

TEST(AttentionHopper, OneKeyWins) {
  attention::expect_one_key_wins(attention_hopper::ladder(), {1, 300, false});
  attention::expect_one_key_wins(attention_hopper::ladder(), {1, 300, true});
}

// More tiles than SMs, each with so few keys that the producer would be two tiles ahead. The program checks what the
// last launch has written: the counter begins again at 0 for each.
TEST(AttentionHopperProgram, BlocksTakeSeveralTiles) {
  const Ended ended =
      run_program({PROGRAM, "--heads", "9", "--length", "100", "--repeats", "2"}, {"CUDA_EMULATOR_MULTIPROCESSORS=2"});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
}

TEST(AttentionHopper, NaNStaysInItsRow) {
  attention::expect_nan_stays_in_its_row(attention_hopper::ladder(), {1, 140, true});
}

TEST(AttentionHopperProgram, Answers) {
  attention::expect_program_answers(PROGRAM, attention_hopper::ladder());
}

}  // namespace
