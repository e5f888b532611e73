#include "exercises/harness.h"
#include "first_value.cuh"

static void run(std::size_t n) {
  exercise::about("n = %zu", n);
  auto x = exercise::whole_numbers(n, -20, 20);
  for (float& value : x) value /= 4;
  const exercise::Array<float> d_x(x);
  const float found = sum_of(d_x.data(), static_cast<int>(n));
  exercise::launched("the reduction");
  float expected = 0;
  for (const float y : x) expected += y * y;
  exercise::expect(found == expected, "the sum is %s, should be %s", exercise::shown(found).c_str(),
                   exercise::shown(expected).c_str());
  exercise::expect_unchanged("x", d_x, x);
}

void test() {
  for (const std::size_t n : exercise::sizes) run(n);
}

void counted() {
  run(1000);
}
