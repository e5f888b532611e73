// Sum an array with every rung, check each sum against the reference, compare the times with memory bandwidth and CUB.
#include <cstdio>

#include "ch11_warps/reduction_fast/reduction_fast.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/values.h"

template <typename Real>
void show(Lesson& lesson, std::size_t n) {
  // Integers: every order of additions gives the same sum, so the result must be exact.
  const std::vector<Real> x = random_odd_integers<Real>(n, lesson.seed());
  const double expected = sum::run_cpu(x);
  const DeviceBuffer<Real> d_x(x);
  DeviceBuffer<Real> d_partial(reduction_fast::partial_size), d_sum(1);

  Report& report = lesson.report({.bytes = static_cast<double>(n) * sizeof(Real), .ceiling = Ceiling::read});
  const auto error = [&] { return relative_error(d_sum.to_host()[0], expected); };
  report.cpu("CPU, one core", [&] { return sum::run_cpu(x); });
  report.writes(d_partial);
  report.writes(d_sum);
  for (const auto& rung : reduction_fast::ladder<Real>())
    report.rung(
        rung.name, [&] { rung.run(d_x.data(), d_partial.data(), d_sum.data(), n); }, error);
  report.peers(
      reduction_fast::peers<Real>(), [&](const auto& peer) { peer.run(d_x.data(), d_partial.data(), d_sum.data(), n); },
      error);
  report.print("A second launch, then too few bytes in flight, keep a sum below memory bandwidth.");
}

int main(int argc, char** argv) {
  Lesson lesson("reduction_fast", "Sum an array: from a good fold in a block to memory bandwidth.");
  const std::size_t& n = lesson.size("--n", 100'000'000, 300'000, "elements");
  return lesson.main(argc, argv, [&] { lesson.single() ? show<float>(lesson, n) : show<double>(lesson, n); });
}
