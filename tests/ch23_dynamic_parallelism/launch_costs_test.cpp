// However a piece of work is launched, it is done exactly once.
#include "ch23_dynamic_parallelism/launch_costs/launch_costs.h"

#include "common/testing.h"

namespace {

using namespace launch_costs;

TEST(LaunchCosts, EveryPieceIsDoneOnce) {
  allow_pending_launches(4096);
  for (const Rung& rung : ladder()) {
    for (const unsigned n : {1, 2, 31, 33, 500, 2500}) {
      Guarded<Tally> d_tally = poisoned<Tally>(1);
      const Pieces pieces = rung.make(d_tally.data(), n);
      for (int run = 0; run < 2; ++run) {
        pieces();
        const Tally tally = d_tally.to_host()[0];
        EXPECT_EQ(tally.done, n) << rung.name << ", run " << run;
        EXPECT_EQ(tally.error, 0u) << rung.name;
      }
    }
  }
}

TEST(LaunchCostsProgram, SaysWhatOnePieceCosts) {
  const Ended ended = run_program({PROGRAM, "--n", "50", "--repeats", "1"});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  const std::size_t table = ended.out.find("a piece of work by");
  ASSERT_NE(table, std::string::npos) << ended.out;
  for (const Rung& rung : ladder()) EXPECT_NE(ended.out.find(rung.name, table), std::string::npos) << ended.out;
}

TEST(LaunchCostsProgram, RefusesNoPieces) {
  const Ended ended = run_program({PROGRAM, "--n", "0"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
}

}  // namespace
