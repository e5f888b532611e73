#include "exercises/harness.h"
#include "one_child.cuh"

static void run(int n) {
  exercise::about("n = %d", n);
  auto x = exercise::whole_numbers<int>(n);
  const exercise::Array<int> d_x(x);
  parent_kernel<<<(n + 63) / 64, 32>>>(d_x.data(), n);
  exercise::launched("parent_kernel");
  for (int& value : x) ++value;
  exercise::expect_equal("x", d_x, x);
}

void test() {
  for (const int n : {1, 31, 64, 65, 257, 1000}) run(n);
}

void counted() {
  run(1000);
}
