#include "exercises/harness.h"
#include "next_numbers.cuh"

constexpr int wanted = 3;  // numbers per thread and launch

static __global__ void begin_kernel(curandStatePhilox4_32_10_t* states, unsigned long long seed, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) curand_init(seed, i, 0, &states[i]);
}

// Of both launches.
static __global__ void expected_kernel(unsigned* out, unsigned long long seed, int n) {
  for (int i = 0; i < n; ++i) {
    curandStatePhilox4_32_10_t state;
    curand_init(seed, i, 0, &state);
    for (int k = 0; k < 2 * wanted; ++k) out[k * n + i] = curand(&state);
  }
}

// compared: with what one thread draws for all, which would count.
static void run(int n, bool compared) {
  const unsigned long long seed = exercise::whole_number(0, 1000000);
  const exercise::Array<curandStatePhilox4_32_10_t> d_states{std::vector<curandStatePhilox4_32_10_t>(n)};
  const auto d_expected = exercise::Array<unsigned>::poisoned(2 * wanted * n);
  begin_kernel<<<(n + 127) / 128, 128>>>(d_states.data(), seed, n);
  exercise::launched("begin_kernel");
  if (compared) expected_kernel<<<1, 1>>>(d_expected.data(), seed, n);
  exercise::launched("expected_kernel");
  const auto expected = d_expected.to_host();
  for (int launch = 0; launch < 2; ++launch) {
    exercise::about("n = %d, the %s launch", n, launch == 0 ? "first" : "second");
    const auto d_out = exercise::Array<unsigned>::poisoned(wanted * n);
    draw_kernel<<<(n + 127) / 128, 128>>>(d_states.data(), d_out.data(), n);
    exercise::launched("draw_kernel");
    if (!compared) continue;
    const auto from = expected.begin() + launch * wanted * n;
    exercise::expect_equal("out", d_out, std::vector<unsigned>(from, from + wanted * n));
  }
}

void test() {
  for (const int n : {1, 2, 32, 33, 257, 1000}) run(n, true);
}

void counted() {
  run(256, false);
}
