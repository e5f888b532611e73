#include "exercises/harness.h"
#include "struct_of_arrays.cuh"

static void expect_places(int n) {
  std::vector<int> taken(4 * n);
  for (int field = 0; field < 4; ++field) {
    for (int i = 0; i < n; ++i) {
      const int at = place(field, i, n);
      exercise::expect(at >= 0 && at < 4 * n, "field %d of particle %d has place %d of %d", field, i, at, 4 * n);
      exercise::expect(taken[at]++ == 0, "two fields have place %d", at);
    }
  }
}

static void run(int n) {
  exercise::about("n = %d", n);
  expect_places(n);
  auto particles = exercise::whole_numbers(4 * n);
  const exercise::Array<float> d_particles(particles);
  fall<<<(n + 255) / 256, 256>>>(d_particles.data(), 3, n);
  exercise::launched("fall");
  for (int i = 0; i < n; ++i) particles[place(2, i, n)] -= 3;
  exercise::expect_equal("particles", d_particles, particles);
}

void test() {
  for (const std::size_t n : exercise::sizes) run(static_cast<int>(n));
}

void counted() {
  run(1024);
}
