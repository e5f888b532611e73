#include "exercises/harness.h"
#include "other_triangle.cuh"

static void run(int n) {
  exercise::about("n = %d", n);
  auto a = exercise::whole_numbers(static_cast<std::size_t>(n) * n);
  const exercise::Array<float> d_a(a);
  mirror_kernel<<<dim3((n + 31) / 32, (n + 3) / 4), dim3(32, 4)>>>(d_a.data(), n);
  exercise::launched("mirror_kernel");
  for (int row = 0; row < n; ++row) {
    for (int column = row + 1; column < n; ++column) a[row + column * n] = a[column + row * n];
  }
  exercise::expect_equal("a", d_a, a, n);
}

void test() {
  for (const int n : {1, 2, 3, 31, 32, 33, 70}) run(n);
}

void counted() {
  run(40);
}
