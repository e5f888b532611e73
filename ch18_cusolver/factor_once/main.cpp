// A number of implicit steps with every rung: the time of all, and what the worst step leaves of its equation.
#include "ch18_cusolver/factor_once/factor_once.h"
#include "common/check.h"
#include "common/lesson.h"
#include "common/timer.h"
#include "common/values.h"

namespace {

using namespace factor_once;

void show(Lesson& lesson, int n, int steps) {
  const Handles handles;
  Memory memory(handles, n);
  const std::vector<double> a = near_the_unit_matrix(n, lesson.seed());
  const DeviceBuffer<double> d_a(a);
  DeviceBuffer<double> d_xs(std::size_t(n) * (steps + 1));
  const std::vector<double> start = random_reals<double>(n, -1, 1, lesson.seed() + 1);

  std::vector<std::vector<std::string>> lines{{"rung", "ms", "ms a step", "residual", "bound"}};
  for (const Rung& rung : ladder()) {
    d_xs.fill_bytes(0xFF);
    d_xs.copy_from(start);  // the first column
    const double ms =
        median_host_ms([&] { rung.run(handles, d_a.data(), d_xs.data(), n, steps, memory); }, lesson.repeats());
    const double left = residual_cpu(a, d_xs.to_host(), n, steps);
    lesson.expect(left <= residual_bound(n), std::string(rung.name) + " does not solve the systems");
    lines.push_back({rung.name, format("%.3f", ms), format("%.3f", ms / steps), format("%.1e", left),
                     format("%.1e", residual_bound(n))});
  }
  print_table(format("%d steps with %d equations", steps, n), lines,
              "The factors are the expensive part, and hold for every right side.", lesson.files());
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("factor_once", "One matrix, many right sides: LU each time, LU once, or the inverse.");
  const std::size_t& n = lesson.size("--n", 2048, 60, "equations", 1, 16'384);
  const std::size_t& steps = lesson.size("--steps", 50, 5, "right sides, one after the other", 1, 10'000);
  return lesson.main(argc, argv, [&] { show(lesson, static_cast<int>(n), static_cast<int>(steps)); });
}
