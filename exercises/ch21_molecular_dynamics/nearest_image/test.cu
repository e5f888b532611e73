#include <cmath>

#include "exercises/harness.h"
#include "nearest_image.cuh"

// The smallest difference among the images of both sides.
static float smallest(float d, float box) {
  float best = d;
  for (const float other : {d - box, d + box}) {
    if (std::fabs(other) < std::fabs(best)) best = other;
  }
  return best;
}

static void run(std::size_t n, int box) {
  exercise::about("n = %zu, box = %d", n, box);
  std::vector<float3> atoms;
  for (std::size_t i = 0; i < n; ++i) {
    const auto place = [&] { return static_cast<float>(exercise::whole_number(0, box - 1)); };
    atoms.push_back({place(), place(), place()});
  }
  const exercise::Array<float3> d_atoms(atoms);
  const auto d_out = exercise::Array<float>::poisoned(n);
  images_kernel<<<static_cast<unsigned>((n + 127) / 128), 128>>>(d_atoms.data(), d_out.data(), static_cast<float>(box),
                                                                 static_cast<int>(n));
  exercise::launched("images_kernel");
  std::vector<float> expected;
  for (const float3& atom : atoms) {
    const float side = static_cast<float>(box);
    const float dx = smallest(atom.x - atoms[0].x, side), dy = smallest(atom.y - atoms[0].y, side),
                dz = smallest(atom.z - atoms[0].z, side);
    expected.push_back(dx * dx + dy * dy + dz * dz);
  }
  exercise::expect_equal("out", d_out, expected);
}

void test() {
  for (const std::size_t n : exercise::sizes) run(n, 64);
  run(1000, 17);
}

void counted() {
  run(1000, 64);
}
