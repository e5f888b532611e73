#include "ch26_attention/attention_hopper/attention_hopper.h"

#include "ch26_attention/attention/testing.h"

namespace {

using attention::Shape;

// racecheck reports the word `taken` of the last rung, though all its accesses are ordered. The producer stores it and
// then arrives at q_arrived, which releases (mbarrier.arrive). Lane 0 of each warp waits for that phase, which acquires
// (mbarrier.try_wait), and loads the word: what a thread does before it arrives in a phase comes before what another
// does after waiting for that phase, whatever completes it. That lane loads before it arrives at q_released itself,
// where the producer waits before it stores the next number. The tool does not follow such barriers: on
// an H100 with CUDA 13.0 it also reported the plainest case, a word that one thread stores before it arrives at an
// mbarrier and another loads after it has waited there, with no copy at all. Other rungs have no such word.
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

// The same without the program: blocks take two tiles or three, and the counter begins again at 0.
TEST(AttentionHopper, BlocksTakeSeveralTiles) {
  if (watched()) GTEST_SKIP() << "too long under a tool";
  for (int launch = 0; launch < 2; ++launch)
    attention::expect_attention_matches_reference(rungs().last(1), {9, 100, false});
}

TEST(AttentionHopper, NaNStaysInItsRow) {
  attention::expect_nan_stays_in_its_row(rungs(), {1, 140, true});
}

TEST(AttentionHopperProgram, Answers) {
  attention::expect_program_answers(PROGRAM, rungs());
}

}  // namespace
