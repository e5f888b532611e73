// Run every rung, check each result against the reference, compare the times.
#include "ch00_chapter/topic/topic.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/values.h"

template <typename Real>
void show(Lesson& lesson, std::size_t n) {
  const std::vector<Real> x = random_reals<Real>(n, -1, 1, lesson.seed());
  const std::vector<Real> expected = topic::run_cpu(x);
  const DeviceBuffer<Real> d_x(x);
  DeviceBuffer<Real> d_y(n);

  // The bytes that the task must move, and the ceiling that binds it; GB/s and % come from these.
  Report& report = lesson.report({.bytes = 2.0 * n * sizeof(Real), .ceiling = Ceiling::copy});
  report.writes(d_y);  // filled with NaN before each rung
  for (const auto& rung : topic::ladder<Real>())
    report.rung(
        rung.name, [&] { rung.run(d_x.data(), d_y.data(), n); },
        [&] { return max_relative_error(d_y.to_host(), expected); });
  report.print("What to see in the table, in one sentence.");
}

int main(int argc, char** argv) {
  Lesson lesson("topic", "What the lesson asks, in one sentence.");
  const std::size_t& n = lesson.size("--n", 100'000'000, 1'000'000, "elements");
  return lesson.main(argc, argv, [&] { lesson.single() ? show<float>(lesson, n) : show<double>(lesson, n); });
}
