// Every loop must give the reference's cells after the same number of turns; launched graphs must run when CUDA
// guarantees it.
#include "ch23_dynamic_parallelism/graph_launch/graph_launch.h"

#include "common/testing.h"
#include "common/values.h"

namespace {

using namespace graph_launch;

void expect_right_end(const Rung& rung, const std::vector<unsigned>& cells) {
  const Settled expected = spread_cpu(cells);
  Guarded<unsigned> d_cells(cells), d_scratch = poisoned<unsigned>(cells.size());
  Guarded<State> d_state = poisoned<State>(1);
  const Loop loop = rung.make({d_cells.data(), d_scratch.data(), d_state.data(), cells.size()});
  for (int run = 0; run < 2; ++run) {  // the second one starts where the first has ended: a turn that changes nothing
    loop();
    const State state = d_state.to_host()[0];
    EXPECT_EQ(state.turns, run == 0 ? expected.turns : 1) << rung.name << ", n " << cells.size();
    EXPECT_EQ(state.error, 0u);
    EXPECT_EQ(d_cells.to_host(), expected.cells) << rung.name << ", n " << cells.size();
  }
}

// Walls at one cell in ten.
std::vector<unsigned> random_cells(std::size_t n) {
  auto cells = random_integers<unsigned>(n, 1, 1'000'000, test_seed());
  for (unsigned& cell : cells) cell = cell % 10 == 0 ? 0 : cell;
  return cells;
}

// In the body of a conditional node memcheck (of CUDA 13.0) reports a read of an array's second word as out of bounds,
// although its next line says that the word is inside the array.
bool misjudged(const Rung& rung) {
  return sanitized_by("memcheck") && std::string(rung.name) == "while_node";
}

TEST(GraphLaunch, LoopsMatchReference) {
  for (const Rung& rung : ladder())
    for (const std::size_t n : {1, 2, 31, 255, 256, 257, 513, 5000})
      if (!misjudged(rung)) expect_right_end(rung, random_cells(n));
}

TEST(GraphLaunch, LongLoopsMatchReference) {
  std::vector<unsigned> falling(300);
  for (std::size_t i = 0; i < falling.size(); ++i) falling[i] = static_cast<unsigned>(falling.size() - i);
  ASSERT_EQ(spread_cpu(falling).turns, 300);  // 299 cells to go, and a turn to see that nothing changes
  for (const Rung& rung : ladder())
    if (!misjudged(rung)) expect_right_end(rung, falling);
}

TEST(GraphLaunch, ATailLaunchWaitsForItsGraphAndItsChildren) {
  EXPECT_EQ(order_seen(Way::tail), "ABCTD");
  const std::string order = order_seen(Way::fire_and_forget);
  EXPECT_TRUE(order == "ABCTD" || order == "ACBTD") << order;
}

// It is not defined when a sibling runs, only that it does.
TEST(GraphLaunch, ASiblingIsNotWaitedFor) {
  std::string order = order_seen(Way::sibling);
  EXPECT_EQ(order.find('A'), 0u) << order;
  ASSERT_NE(order.find('C'), std::string::npos) << order;
  order.erase(order.find('C'), 1);
  EXPECT_EQ(order, "ABTD");
}

TEST(GraphLaunch, SaysWhatIsRefused) {
  const auto seen = refusals();
  ASSERT_EQ(seen.size(), 3u);
  EXPECT_EQ(seen[0].second, cudaErrorInvalidValue) << seen[0].first;
  EXPECT_EQ(seen[1].second, cudaErrorNotSupported) << seen[1].first;
  EXPECT_EQ(seen[2].second, cudaErrorInvalidValue) << seen[2].first;
}

TEST(GraphLaunchProgram, ShowsLoopsOrdersAndRefusals) {
  const Ended ended = run_program({PROGRAM, "--n", "100", "--stretch", "20", "--repeats", "1"});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  EXPECT_EQ(number_after(ended.out, "turns:"), 20) << ended.out;
  EXPECT_NE(ended.out.find("tail:            ABCTD"), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find("outside of one: cudaErrorNotSupported"), std::string::npos) << ended.out;
}

TEST(GraphLaunchProgram, RefusesNoCells) {
  const Ended ended = run_program({PROGRAM, "--n", "0"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
}

}  // namespace
