// Use one field of a particle, then all of them, with every layout.
#include "ch07_global/struct_layout/struct_layout.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/values.h"

namespace {

constexpr float dt = 0.01f;

// The same particles in the layout of a rung.
std::vector<float> in_layout(const std::vector<float>& particles, std::size_t n, struct_layout::Layout layout) {
  std::vector<float> placed(particles.size());
  for (std::size_t i = 0; i < n; ++i)
    for (int f = 0; f < struct_layout::fields; ++f)
      placed[struct_layout::place(layout, i, f, n)] = particles[i * struct_layout::fields + f];
  return placed;
}

void show(Lesson& lesson, std::size_t n) {
  // Device memory first: if it does not suffice, the program ends before it fills host memory.
  DeviceBuffer<float> d_particles(struct_layout::fields * n), d_masses(n), d_moved(struct_layout::fields * n);
  const std::vector<float> particles = random_reals<float>(struct_layout::fields * n, -1, 1, lesson.seed());

  Report& one = lesson.report({.bytes = 2.0 * n * sizeof(float), .ceiling = Ceiling::copy}, "one field of eight");
  Report& all =
      lesson.report({.bytes = 2.0 * particles.size() * sizeof(float), .ceiling = Ceiling::copy}, "all eight fields");
  using struct_layout::Layout;
  one.cpu("CPU, one core", [&] { return n ? masses_cpu(particles, n, Layout::structures)[n / 2] : 0.0; });
  all.cpu("CPU, one core", [&] { return n ? drift_cpu(particles, n, dt, Layout::structures)[n / 2] : 0.0; });
  one.writes(d_masses);
  all.writes(d_moved);
  for (const auto& rung : struct_layout::ladder()) {
    const std::vector<float> placed = in_layout(particles, n, rung.layout);
    d_particles.copy_from(placed);
    one.rung(
        rung.name, [&] { rung.masses(d_particles.data(), d_masses.data(), n); },
        [&] { return mismatches(d_masses.to_host(), masses_cpu(placed, n, rung.layout)); });
    all.rung(
        rung.name, [&] { rung.drift(d_particles.data(), dt, d_moved.data(), n); },
        [&] { return mismatches(d_moved.to_host(), drift_cpu(placed, n, dt, rung.layout)); });
  }
  one.print(
      "With structures, a sector holds seven fields that are not used; separate arrays move only the field that is.");
  all.print(
      "If all fields are used, structures read by vector loads are at least as fast as arrays. Read by members, they "
      "are "
      "slower.");
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("struct_layout", "Particles of eight floats: an array of structures or a structure of arrays?");
  const std::size_t& n = lesson.size("--n", 20'000'000, 200'000, "particles", 0, limit_of_size(1ull << 40));
  return lesson.main(argc, argv, [&] {
    if (!lesson.single())
      throw UsageError("struct_layout has float particles only: it does not support --precision double");
    show(lesson, n);
  });
}
