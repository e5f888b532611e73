// Sum an array with every rung, check each sum against the reference, compare the times.
#include <algorithm>
#include <cmath>

#include "ch09_shared/reduction/reduction.h"
#include "common/compare.h"
#include "common/device_buffer.h"
#include "common/lesson.h"
#include "common/random.h"

// All terms are positive, so each addition of a sum adds at most the rounding u to its relative error. A thread of
// the rungs adds about n / 10^5 terms one after the other; 1000 u are far above that and far below a lost block.
template <typename Real>
double bound(std::size_t n) {
  const double u = std::numeric_limits<Real>::epsilon() / 2.0;
  return std::max(1000.0, static_cast<double>(n) / 1e4) * u;
}

template <typename Real>
void show(Lesson& lesson, std::size_t n) {
  const std::vector<Real> x = random_reals<Real>(n, 0, 1, lesson.seed());
  const double expected = reduction::sum_cpu(x);

  DeviceBuffer<Real> d_x(x), d_partial(reduction::partial_size(n)), d_sum(1);

  Report& report = lesson.report(
      {.bytes = static_cast<double>(n) * sizeof(Real), .ceiling = Ceiling::read, .bound = bound<Real>(n)});
  report.cpu("CPU, one core", [&] { return reduction::sum_cpu(x); });
  const auto error = [&] { return relative_error(d_sum.to_host()[0], expected); };
  for (const auto& rung : reduction::ladder<Real>)
    report.rung(
        rung.name, [&] { rung.sum(d_x.data(), n, d_partial.data(), d_sum.data()); }, error);
  if (lesson.peers()) {
    for (const auto& peer : reduction::peers<Real>())
      report.peer(
          peer.name, [&] { peer.sum(d_x.data(), n, d_partial.data(), d_sum.data()); }, error);
    if (reduction::peers<Real>().empty()) std::printf("no library here to compare with\n");
  }
  report.print("Shared memory spares the copy, adding before folding the barriers, wide loads the waiting.");
}

int main(int argc, char** argv) {
  Lesson lesson("reduction", "Sum an array: what each rung removes on the way to the memory's speed.");
  const std::size_t& n = lesson.size("--n", 100'000'000, 1'000'000, "elements");
  return lesson.main(argc, argv, [&] { lesson.single() ? show<float>(lesson, n) : show<double>(lesson, n); });
}
