// Sums of whole numbers: all rungs give the same result, whichever block walks a branch.
#include "ch23_dynamic_parallelism/work_queue/work_queue.h"

#include <set>

#include "common/testing.h"
#include "common/values.h"

namespace {

using namespace work_queue;

// Returns how many items were added to the queue.
unsigned expect_right_totals(const Rung& rung, std::size_t n, std::size_t capacity, int blocks = 1'000'000) {
  const auto roots = random_integers<std::uint32_t>(n, 0, 0xFFFFFFFF, test_seed());
  const Guarded<std::uint32_t> d_roots(roots);
  Guarded<Totals> d_totals = poisoned<Totals>(1);
  Guarded<Node> d_items = poisoned<Node>(capacity);
  Guarded<unsigned> d_ready = poisoned<unsigned>(capacity), d_counters = poisoned<unsigned>(counters);

  rung.run(d_roots.data(), d_totals.data(),
           {d_items.data(), d_ready.data(), d_counters.data(), static_cast<unsigned>(capacity)}, n, blocks);

  const Totals expected = totals_cpu(roots), found = d_totals.to_host()[0];
  EXPECT_EQ(found.nodes, expected.nodes) << rung.name << ", n " << n << ", capacity " << capacity;
  EXPECT_EQ(found.sum_of_seeds, expected.sum_of_seeds) << rung.name << ", n " << n;
  EXPECT_EQ(found.deepest, expected.deepest) << rung.name << ", n " << n;
  EXPECT_EQ(d_roots.to_host(), roots) << "the input was changed";
  return d_counters.to_host()[1];
}

TEST(WorkQueue, TotalsMatchReference) {
  for (const Rung& rung : ladder())
    for (const std::size_t n : {0, 1, 2, 31, 33}) expect_right_totals(rung, n, 10'000);
}

// A persistent block does several roots, or all of them, and two blocks pass items to each other.
TEST(WorkQueue, FewBlocksDoAllTheWork) {
  for (const Rung& rung : ladder())
    for (const int blocks : {1, 2, 3}) expect_right_totals(rung, 20, 10'000, blocks);
}

// If the queue has no room for an item, the block that found it walks it itself.
TEST(WorkQueue, NothingIsLostWhereTheQueueIsTooShort) {
  for (const std::size_t capacity : {0, 1, 7, 100}) EXPECT_GT(expect_right_totals(ladder()[3], 20, capacity), capacity);
}

// Every node with children but the roots goes through the queue, once.
TEST(WorkQueue, EveryNodeWithChildrenIsAnItem) {
  const auto nodes_below = [](const std::vector<std::uint32_t>& roots) { return totals_cpu(roots).nodes; };
  const auto roots = random_integers<std::uint32_t>(20, 0, 0xFFFFFFFF, test_seed());
  const std::size_t parents = nodes_below(roots) / children;  // each has 64
  EXPECT_EQ(expect_right_totals(ladder()[3], 20, 100'000), parents - 20);
}

TEST(WorkQueue, TreesAreUneven) {
  std::set<unsigned long long> sizes;
  for (const std::uint32_t root : random_integers<std::uint32_t>(50, 0, 0xFFFFFFFF, test_seed()))
    sizes.insert(totals_cpu({root}).nodes);
  EXPECT_LT(*sizes.begin() * 10, *sizes.rbegin());
}

TEST(WorkQueueProgram, IsRightAndSaysHowUnevenTheWorkIs) {
  const Ended ended = run_program({PROGRAM, "--n", "20", "--repeats", "1"});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  const auto roots = random_integers<std::uint32_t>(20, 0, 0xFFFFFFFF, 1);
  const auto nodes = static_cast<long long>(totals_cpu(roots).nodes);
  EXPECT_EQ(number_after(ended.out, "nodes:"), nodes) << ended.out;
  EXPECT_EQ(number_after(ended.out, "items that the last rung added to the queue:"), nodes / children - 20);
}

TEST(WorkQueueProgram, RefusesANegativeCount) {
  const Ended ended = run_program({PROGRAM, "--n", "-1"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
}

}  // namespace
