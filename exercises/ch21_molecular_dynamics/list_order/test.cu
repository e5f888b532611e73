#include <cstdlib>

#include "exercises/harness.h"
#include "list_order.cuh"

// Atoms on a line, in order, with gaps of 1 or 2: so neighbours of neighbouring atoms are neighbours in memory too.
static void run(int n) {
  constexpr int reach = 6, most = 16;
  exercise::about("n = %d", n);
  std::vector<int> x(n);
  for (int i = 1; i < n; ++i) x[i] = x[i - 1] + exercise::whole_number(1, 2);
  const auto charge = exercise::whole_numbers<int>(n);
  const exercise::Array<int> d_x(x), d_charge(charge);
  const auto d_list = exercise::Array<int>::poisoned(static_cast<std::size_t>(n) * most);
  const auto d_count = exercise::Array<int>::poisoned(n), d_sums = exercise::Array<int>::poisoned(n);
  const unsigned blocks = (n + 127) / 128;
  list_kernel<<<blocks, 128>>>(d_x.data(), d_list.data(), d_count.data(), reach, most, n);
  exercise::launched("list_kernel");
  charges_kernel<<<blocks, 128>>>(d_charge.data(), d_list.data(), d_count.data(), d_sums.data(), most, n);
  exercise::launched("charges_kernel");
  std::vector<int> count(n), sums(n);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      if (j == i || std::abs(x[j] - x[i]) > reach) continue;
      ++count[i];
      sums[i] += charge[j];
    }
  }
  exercise::expect_equal("count", d_count, count);
  exercise::expect_equal("sums", d_sums, sums);
}

void test() {
  for (const int n : {1, 31, 33, 128, 257, 500}) run(n);
}

void counted() {
  run(128);
}
