#include "bytes_moved.cuh"
#include "exercises/harness.h"

static void expect_bytes(const char* what, std::size_t got, std::size_t right) {
  exercise::expect(got == right, "%s is %zu, should be %zu", what, got, right);
}

void test() {
  for (const std::size_t n :
       {std::size_t{1}, std::size_t{256}, std::size_t{257}, std::size_t{1000}, std::size_t{1} << 33}) {
    exercise::about("n = %zu", n);
    expect_bytes("saxpy_bytes(n)", saxpy_bytes(n), 12 * n);
    expect_bytes("gather_bytes(n)", gather_bytes(n), 20 * n);
    expect_bytes("block_sum_bytes(n)", block_sum_bytes(n), 4 * n + 4 * (n / 256 + (n % 256 > 0)));
  }
  exercise::about("12000000 bytes in 0.004 ms");
  const double got = bandwidth(12000000, 0.004);
  exercise::expect(got > 2999.999 && got < 3000.001, "bandwidth is %g GB/s, should be 3000", got);
}

void counted() {
  test();
}
