#include "cluster_sum.cuh"
#include "exercises/harness.h"

static void run(int clusters) {
  exercise::about("%d clusters", clusters);
  const auto x = exercise::whole_numbers<int>(static_cast<std::size_t>(clusters) * blocks * threads);
  const exercise::Array<int> d_x(x);
  const auto d_totals = exercise::Array<int>::poisoned(static_cast<std::size_t>(clusters) * blocks);
  cluster_sum<<<static_cast<unsigned>(clusters * blocks), threads>>>(d_x.data(), d_totals.data());
  exercise::launched("cluster_sum");
  std::vector<int> expected(static_cast<std::size_t>(clusters) * blocks);
  for (std::size_t i = 0; i < x.size(); ++i)
    for (int block = 0; block < blocks; ++block) expected[i / (blocks * threads) * blocks + block] += x[i];
  exercise::expect_equal("totals", d_totals, expected);
}

void test() {
  for (const int clusters : {1, 2, 7}) run(clusters);
}

void counted() {
  run(2);
}
