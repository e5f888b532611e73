// Sum an array with every rung, check each sum against the reference, compare the times.
#include "ch11_warps/reduction_shuffle/reduction_shuffle.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/values.h"

template <typename Real>
void show(Lesson& lesson, std::size_t n) {
  // Integers: every order of additions gives the same sum, so the result must be exact.
  const std::vector<Real> x = random_odd_integers<Real>(n, lesson.seed());
  const double expected = sum::run_cpu(x);
  const DeviceBuffer<Real> d_x(x);
  DeviceBuffer<Real> d_partial(reduction_shuffle::partial_size), d_sum(1);

  Report& report = lesson.report({.bytes = static_cast<double>(n) * sizeof(Real), .ceiling = Ceiling::read});
  report.cpu("CPU, one core", [&] { return sum::run_cpu(x); });
  report.writes(d_partial);
  report.writes(d_sum);
  for (const auto& rung : reduction_shuffle::ladder<Real>()) {
    report.rung(
        rung.name, [&] { rung.run(d_x.data(), d_partial.data(), d_sum.data(), n); },
        [&] { return relative_error(d_sum.to_host()[0], expected); });
  }
  report.print("If each thread adds hundreds of elements before its block folds, the way of folding hardly matters.");
}

int main(int argc, char** argv) {
  Lesson lesson("reduction_shuffle", "Sum an array: a few persistent blocks, and warps that fold in registers.");
  const std::size_t& n = lesson.size("--n", 100'000'000, 300'000, "elements");
  return lesson.main(argc, argv, [&] { lesson.single() ? show<float>(lesson, n) : show<double>(lesson, n); });
}
