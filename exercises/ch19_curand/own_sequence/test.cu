#include "exercises/harness.h"
#include "own_sequence.cuh"

// The same numbers by one thread for all. Before a row begins, the state skips what the rows before it have.
static __global__ void expected_kernel(unsigned* out, unsigned long long seed, int n) {
  curandStatePhilox4_32_10_t first;
  curand_init(seed, 0, 0, &first);
  for (int i = 0; i < n; ++i) {
    curandStatePhilox4_32_10_t state = first;
    skipahead_sequence(i, &state);
    for (int k = 0; k < 4; ++k) out[k * n + i] = curand(&state) >> 4;
  }
}

static void run(int n, bool counted) {
  exercise::about("n = %d", n);
  const unsigned long long seed = exercise::whole_number(0, 1000000);
  const auto d_out = exercise::Array<unsigned>::poisoned(4 * n),
             d_expected = exercise::Array<unsigned>::poisoned(4 * n);
  draw_kernel<<<(n + 127) / 128, 128>>>(d_out.data(), seed, n);
  exercise::launched("draw_kernel");
  if (counted) return;
  expected_kernel<<<1, 1>>>(d_expected.data(), seed, n);
  exercise::launched("expected_kernel");
  exercise::expect_equal("out", d_out, d_expected.to_host());
}

void test() {
  for (const int n : {1, 2, 32, 33, 257, 1000}) run(n, false);
}

void counted() {
  run(256, true);
}
