// Sum an array with every rung; then repeat the sums and compare their digits.
#include <algorithm>
#include <cstdio>
#include <limits>
#include <set>

#include "ch10_atomics/reduction_atomic/reduction_atomic.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/values.h"

constexpr int runs = 20;

template <typename Real>
void show(Lesson& lesson, std::size_t n) {
  const std::vector<Real> x = random_reals<Real>(n, 0, 1, lesson.seed());
  const double expected = sum::run_cpu(x);
  const DeviceBuffer<Real> d_x(x);
  DeviceBuffer<Real> d_partial(reduction_atomic::partial_size), d_sum(1);
  const auto sum = [&](const auto& rung) { rung.run(d_x.data(), d_partial.data(), d_sum.data(), n); };

  const double bytes = static_cast<double>(n) * sizeof(Real);
  Report& report = lesson.report({.bytes = bytes, .ceiling = Ceiling::read});
  report.cpu("CPU, one core", [&] { return sum::run_cpu(x); });
  report.writes(d_partial);
  report.writes(d_sum);
  for (const auto& rung : reduction_atomic::ladder<Real>()) {
    const Work work = {.bytes = bytes, .ceiling = Ceiling::read, .bound = reduction_atomic::error_bound(rung, n)};
    report.rung(
        rung.name, work, [&] { sum(rung); }, [&] { return relative_error(d_sum.to_host()[0], expected); });
  }
  report.print(
      "One atomic per block costs almost nothing if there are few blocks; one per element determines the time.");

  std::printf("%d sums each; the sum in double is %.17g\n", runs, expected);
  for (const auto& rung : reduction_atomic::ladder<Real>()) {
    std::set<Real> sums;
    for (int run = 0; run < runs; ++run) {
      sum(rung);
      sums.insert(d_sum.to_host()[0]);
    }
    constexpr int digits = std::numeric_limits<Real>::max_digits10;
    std::printf("%-18s %3zu different, from %.*g to %.*g\n", rung.name, sums.size(), digits, double{*sums.begin()},
                digits, double{*sums.rbegin()});
    if (&rung == &reduction_atomic::ladder<Real>().back())
      lesson.expect(sums.size() == 1, "two passes must add in the same order every time");
  }
  std::printf("Atomics add in the order in which blocks arrive: the last digits vary from run to run.\n");
}

int main(int argc, char** argv) {
  Lesson lesson("reduction_atomic", "Sum an array into one word on the device, and look at the last digits.");
  const std::size_t& n = lesson.size("--n", 100'000'000, 100'000, "elements");
  return lesson.main(argc, argv, [&] { lesson.single() ? show<float>(lesson, n) : show<double>(lesson, n); });
}
