#include "deep_pointer.cuh"
#include "exercises/harness.h"

static void run(int count) {
  exercise::about("%d rows", count);
  std::vector<std::vector<int>> numbers;
  std::vector<int> expected(count);
  for (int r = 0; r < count; ++r) {
    numbers.push_back(exercise::whole_numbers<int>(exercise::whole_number(1, 40)));
    for (const int value : numbers.back()) expected[r] += value;
  }
  const auto before = numbers;
  const auto d_sums = exercise::Array<int>::poisoned(count);
  add_up_rows(numbers, d_sums.data());
  exercise::launched("add_up_kernel");
  exercise::expect_equal("sums", d_sums, expected);
  exercise::expect(numbers == before, "the host's numbers were changed");
}

void test() {
  for (const int count : {1, 3, 33, 70}) run(count);
}

void counted() {
  run(33);
}
