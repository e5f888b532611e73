#include "exercises/harness.h"
#include "warp_per_row.cuh"

static void run(int rows, int longest) {
  exercise::about("%d rows of 0 to %d elements", rows, longest);
  std::vector<int> begin(1);
  for (int row = 0; row < rows; ++row) begin.push_back(begin.back() + exercise::whole_number(0, longest));
  const auto values = exercise::whole_numbers(begin.back() + 1);
  const exercise::Array<float> d_values(values);
  const exercise::Array<int> d_begin(begin);
  const auto d_sums = exercise::Array<float>::poisoned(rows);
  row_sums(d_values.data(), d_begin.data(), d_sums.data(), rows);
  exercise::launched("row_sums_kernel");
  std::vector<float> expected(rows);
  for (int row = 0; row < rows; ++row) {
    for (int k = begin[row]; k < begin[row + 1]; ++k) expected[row] += values[k];
  }
  exercise::expect_equal("sums", d_sums, expected);
}

void test() {
  for (const int rows : {1, 3, 31, 33, 100}) {
    for (const int longest : {0, 1, 33, 200}) run(rows, longest);
  }
}

void counted() {
  run(64, 100);
}
