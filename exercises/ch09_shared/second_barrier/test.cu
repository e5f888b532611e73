#include "exercises/harness.h"
#include "second_barrier.cuh"

static void run(int n) {
  exercise::about("n = %d", n);
  const auto w = exercise::whole_numbers<int>(n);
  const exercise::Array<int> d_w(w);
  const auto d_y = exercise::Array<int>::poisoned(n);
  mix<<<(n + 63) / 64, 64>>>(d_w.data(), d_y.data(), n);
  exercise::launched("mix");
  std::vector<int> expected(n);
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < n; ++k) expected[i] += w[k] * (i ^ k);
  }
  exercise::expect_equal("y", d_y, expected);
  exercise::expect_unchanged("w", d_w, w);
}

void test() {
  for (const int n : {1, 31, 33, 63, 64, 65, 200}) run(n);
}

void counted() {
  run(200);
}
