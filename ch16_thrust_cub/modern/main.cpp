// One step with every rung, each result compared with the reference in double and with the first rung's, bit by bit.
#include <cstdio>

#include "ch16_thrust_cub/modern/modern.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/values.h"

template <typename Real>
void show(Lesson& lesson, std::size_t rows, std::size_t cols) {
  const std::size_t n = rows * cols;
  const Real alpha = Real{1} / 5;
  // Device memory first: if it does not suffice, the program ends before it fills host memory.
  DeviceBuffer<Real> d_heat(n), d_next(n);
  const std::vector<Real> heat = random_reals<Real>(n, -1, 1, lesson.seed());
  d_heat.copy_from(heat);

  std::printf("%zu x %zu cells of %zu bytes\n", rows, cols, sizeof(Real));
  Report& report = lesson.report({.bytes = 2.0 * n * sizeof(Real), .ceiling = Ceiling::copy});
  std::vector<double> expected;
  report.cpu("CPU, one core", [&] {
    expected = modern::step_cpu(heat, rows, cols, alpha);
    return n > 0 ? expected[n / 2] : 0.0;
  });
  report.writes(d_next);
  std::vector<Real> of_first_rung;
  std::size_t different = 0;
  for (const auto& rung : modern::ladder<Real>()) {
    const Work work = {.bytes = 2.0 * n * sizeof(Real), .ceiling = Ceiling::copy, .bound = modern::error_bound<Real>()};
    report.rung(
        rung.name, work, [&] { rung.run(d_heat.data(), d_next.data(), rows, cols, alpha, nullptr); },
        [&] {
          const std::vector<Real> next = d_next.to_host();
          if (of_first_rung.empty()) of_first_rung = next;
          different += static_cast<std::size_t>(mismatches(next, of_first_rung));
          return max_absolute_error(next, expected);
        });
  }
  report.print("All rungs compute one expression; what they differ in is how they find a cell and its neighbours.");
  std::printf("\ncells whose value is not bit by bit that of the first rung: %zu\n", different);
}

int main(int argc, char** argv) {
  Lesson lesson("modern", "A step of the heat equation by Thrust, with a view of two dimensions, and by a kernel.");
  const std::size_t& rows = lesson.size("--rows", 10'000, 700, "rows of the grid", 0, 1'000'000);
  const std::size_t& cols = lesson.size("--cols", 10'000, 700, "columns of the grid", 0, 1'000'000);
  return lesson.main(argc, argv,
                     [&] { lesson.single() ? show<float>(lesson, rows, cols) : show<double>(lesson, rows, cols); });
}
