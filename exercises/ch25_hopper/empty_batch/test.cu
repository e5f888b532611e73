#include "empty_batch.cuh"
#include "exercises/harness.h"

static void run(int blocks, int pieces) {
  exercise::about("%d blocks, %d pieces", blocks, pieces);
  const auto x = exercise::whole_numbers<int>(static_cast<std::size_t>(blocks) * pieces * threads);
  const exercise::Array<int> d_x(x);
  const auto d_sums = exercise::Array<int>::poisoned(blocks);
  ring_sum<<<static_cast<unsigned>(blocks), threads>>>(d_x.data(), d_sums.data(), pieces);
  exercise::launched("ring_sum");
  std::vector<int> expected(blocks);
  for (std::size_t i = 0; i < x.size(); ++i)
    expected[i / (static_cast<std::size_t>(pieces) * threads)] += x[i] * static_cast<int>(threads - i % threads);
  exercise::expect_equal("sums", d_sums, expected);
}

void test() {
  for (const int pieces : {1, 2, 3, 8}) run(3, pieces);
}

void counted() {
  run(2, 5);
}
