#include "exercises/harness.h"
#include "vector_load.cuh"

static void run(std::size_t n) {
  exercise::about("n = %zu", n);
  const auto in = exercise::whole_numbers(n);
  const exercise::Array<float> d_in(in);
  const auto d_out = exercise::Array<float>::poisoned(n);
  copy(d_in.data(), d_out.data(), static_cast<int>(n));
  exercise::launched("copy_kernel");
  exercise::expect_equal("out", d_out, in);
  exercise::expect_unchanged("in", d_in, in);
}

void test() {
  for (const std::size_t n : exercise::sizes) run(n);
  for (const std::size_t n : {2, 3, 4, 5, 1022, 1023, 1024, 1025, 1026, 1027}) run(n);
}

void counted() {
  run(4096);
}
