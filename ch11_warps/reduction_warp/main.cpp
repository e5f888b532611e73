// Sum an array with every rung, check each sum against the reference, compare the times.
#include "ch11_warps/reduction_warp/reduction_warp.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/values.h"

template <typename Real>
void show(Lesson& lesson, std::size_t n) {
  // Integers: every order of additions gives the same sum, so the result must be exact.
  const std::vector<Real> x = random_odd_integers<Real>(n, lesson.seed());
  const double expected = sum::run_cpu(x);
  const DeviceBuffer<Real> d_x(x);
  DeviceBuffer<Real> d_partial(reduction_warp::partial_size(n)), d_sum(1);

  Report& report = lesson.report({.bytes = static_cast<double>(n) * sizeof(Real), .ceiling = Ceiling::read});
  report.cpu("CPU, one core", [&] { return sum::run_cpu(x); });
  report.writes(d_partial);
  report.writes(d_sum);
  for (const auto& rung : reduction_warp::ladder<Real>()) {
    report.rung(
        rung.name, [&] { rung.run(d_x.data(), d_partial.data(), d_sum.data(), n); },
        [&] { return relative_error(d_sum.to_host()[0], expected); });
  }
  report.print(
      "A block spends its time on barriers and idle lanes: rungs that add more before they fold have fewer of both. "
      "reduction_shuffle continues from here.");
}

int main(int argc, char** argv) {
  Lesson lesson("reduction_warp", "Sum an array: how the threads of a block should fold the values they hold.");
  const std::size_t& n = lesson.size("--n", 100'000'000, 300'000, "elements");
  return lesson.main(argc, argv, [&] { lesson.single() ? show<float>(lesson, n) : show<double>(lesson, n); });
}
