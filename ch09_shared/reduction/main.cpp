// Sum an array with every rung, check each sum against the reference, compare the times.
#include <cstdio>

#include "ch09_shared/reduction/reduction.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/values.h"

template <typename Real>
void show(Lesson& lesson, std::size_t n) {
  // Integers: every order of additions gives the same sum, so the result must be exact.
  const std::vector<Real> x = random_odd_integers<Real>(n, lesson.seed());
  const double expected = reduction::sum_cpu(x);

  DeviceBuffer<Real> d_x(x), d_partial(reduction::partial_size(n)), d_sum(1);

  Report& report = lesson.report({.bytes = static_cast<double>(n) * sizeof(Real), .ceiling = Ceiling::read});
  report.cpu("CPU, one core", [&] { return reduction::sum_cpu(x); });
  const auto error = [&] { return relative_error(d_sum.to_host()[0], expected); };
  report.writes(d_partial);
  report.writes(d_sum);
  for (const auto& rung : reduction::ladder<Real>())
    report.rung(
        rung.name, [&] { rung.run(d_x.data(), d_partial.data(), d_sum.data(), n); }, error);
  report.peers(
      reduction::peers<Real>(), [&](const auto& peer) { peer.run(d_x.data(), d_partial.data(), d_sum.data(), n); },
      error);
  report.print(
      "Shared memory avoids the copy; a better order of the fold avoids idle warps and bank conflicts. Adding before "
      "folding saves barriers, and 16-byte loads bring the rest.");
}

int main(int argc, char** argv) {
  Lesson lesson("reduction", "Sum an array: what each rung removes on the way to memory bandwidth.");
  const std::size_t& n = lesson.size("--n", 100'000'000, 1'000'000, "elements");
  return lesson.main(argc, argv, [&] { lesson.single() ? show<float>(lesson, n) : show<double>(lesson, n); });
}
