#include "exercises/harness.h"
#include "missing_commit.cuh"

static void run(int rows, int each) {
  exercise::about("%d rows, %d per block", rows, each);
  const auto n = static_cast<std::size_t>(rows) * 64;
  const auto x = exercise::whole_numbers<int>(n);
  const exercise::Array<int> d_x(x);
  const auto d_y = exercise::Array<int>::poisoned(static_cast<std::size_t>(rows));
  sums<<<static_cast<unsigned>((rows + each - 1) / each), 64>>>(d_x.data(), d_y.data(), rows, each);
  exercise::launched("sums");
  std::vector<int> expected(static_cast<std::size_t>(rows));
  for (std::size_t i = 0; i < n; ++i) expected[i / 64] += x[i];
  exercise::expect_equal("y", d_y, expected);
  exercise::expect_unchanged("x", d_x, x);
}

void test() {
  for (const int rows : {1, 2, 3, 10, 37})
    for (const int each : {1, 4, 5}) run(rows, each);
}

void counted() {
  run(8, 4);
}
