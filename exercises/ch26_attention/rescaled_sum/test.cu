#include <algorithm>
#include <cmath>

#include "exercises/harness.h"
#include "rescaled_sum.cuh"

// Differences are small whole numbers, so powers of 2 and their sums are exact.
static void run(int rows, int columns) {
  exercise::about("%d rows of %d", rows, columns);
  const auto x = exercise::whole_numbers(static_cast<std::size_t>(rows) * columns, -5, 5);
  const exercise::Array<float> d_x(x);
  const auto d_largest = exercise::Array<float>::poisoned(rows), d_sums = exercise::Array<float>::poisoned(rows);
  online<<<(static_cast<unsigned>(rows) + 31) / 32, 32>>>(d_x.data(), d_largest.data(), d_sums.data(), rows, columns);
  exercise::launched("online");
  std::vector<float> largest(rows), sums(rows);
  for (int row = 0; row < rows; ++row) {
    const auto first = x.begin() + static_cast<std::ptrdiff_t>(row) * columns;
    largest[row] = *std::max_element(first, first + columns);
    for (int i = 0; i < columns; ++i) sums[row] += std::exp2(first[i] - largest[row]);
  }
  exercise::expect_equal("largest", d_largest, largest);
  exercise::expect_equal("sums", d_sums, sums);
}

void test() {
  for (const auto& [rows, columns] : exercise::shapes) run(rows, columns);
}

void counted() {
  run(21, 32);
}
