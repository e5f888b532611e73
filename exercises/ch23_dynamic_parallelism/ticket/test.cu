#include "exercises/harness.h"
#include "ticket.cuh"

static void run(int items, int blocks) {
  exercise::about("%d items, %d blocks", items, blocks);
  std::vector<int> begin(1);
  for (int k = 0; k < items; ++k) begin.push_back(begin.back() + exercise::whole_number(0, k % 7 == 0 ? 500 : 20));
  const auto x = exercise::whole_numbers<int>(begin.back() + 1);
  const exercise::Array<int> d_x(x), d_begin(begin), d_next(std::vector<int>(1));
  const auto d_sums = exercise::Array<int>::poisoned(items);
  pull_kernel<<<blocks, 64>>>(d_x.data(), d_begin.data(), items, d_sums.data(), d_next.data());
  exercise::launched("pull_kernel");
  std::vector<int> expected(items);
  for (int k = 0; k < items; ++k) {
    for (int i = begin[k]; i < begin[k + 1]; ++i) expected[k] += x[i];
  }
  exercise::expect_equal("sums", d_sums, expected);
}

void test() {
  for (const int items : {1, 3, 4, 33, 100}) run(items, 4);
  run(10, 1);
}

void counted() {
  run(100, 4);
}
