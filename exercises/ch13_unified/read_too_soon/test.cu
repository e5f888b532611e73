#include "exercises/harness.h"
#include "read_too_soon.cuh"

// Whole pages: for less the microscope cannot tell what accesses them.
static void run(int n) {
  exercise::about("n = %d", n);
  int* x = nullptr;
  exercise::check(cudaMallocManaged(&x, n * sizeof(int)), "cudaMallocManaged");
  long long expected = 0;
  const auto numbers = exercise::whole_numbers<int>(n);
  for (int i = 0; i < n; ++i) {
    x[i] = numbers[i];
    expected += static_cast<long long>(x[i]) * x[i];
  }
  const long long sum = sum_of_squares(x, n);
  exercise::launched("square_kernel");
  exercise::check(cudaFree(x), "cudaFree");
  exercise::expect(sum == expected, "the sum is %lld, should be %lld", sum, expected);
}

void test() {
  run(16384);
  run(20001);
}

void counted() {
  run(16384);
}
