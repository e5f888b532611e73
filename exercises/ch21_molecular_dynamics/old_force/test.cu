#include "exercises/harness.h"
#include "old_force.cuh"

// A few steps of such numbers are exact in float, in any order of the operations.
static void run(std::size_t n, int steps) {
  exercise::about("n = %zu, %d steps", n, steps);
  auto x = exercise::whole_numbers(n, -50, 50), v = exercise::whole_numbers(n, -50, 50);
  const exercise::Array<float> d_x(x), d_v(v);
  steps_kernel<<<static_cast<unsigned>((n + 127) / 128), 128>>>(d_x.data(), d_v.data(), steps, static_cast<int>(n));
  exercise::launched("steps_kernel");
  const auto pull = [](float x) { return -x / 4; };
  for (std::size_t i = 0; i < n; ++i) {
    for (int s = 0; s < steps; ++s) {
      v[i] += pull(x[i]) / 2;
      x[i] += v[i];
      v[i] += pull(x[i]) / 2;
    }
  }
  exercise::expect_equal("x", d_x, x);
  exercise::expect_equal("v", d_v, v);
}

void test() {
  for (const std::size_t n : exercise::sizes) run(n, 1);
  for (const int steps : {0, 2, 3}) run(257, steps);
}

void counted() {
  run(128, 3);
}
