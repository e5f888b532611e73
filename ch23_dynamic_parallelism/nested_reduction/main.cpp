// Sum an array with every rung, check each sum, compare the times, and print the cost of a launch.
#include <cstdio>

#include "ch23_dynamic_parallelism/nested_reduction/nested_reduction.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/timer.h"
#include "common/values.h"

namespace {

using namespace nested_reduction;

void show(Lesson& lesson, std::size_t n, std::size_t pending) {
  allow_pending_launches(pending);
  const std::vector<int> x = random_integers<int>(n, -1000, 1000, lesson.seed());
  const double expected = static_cast<double>(sum_cpu(x));
  const DeviceBuffer<int> d_x(x);
  DeviceBuffer<int> d_work(tiles_of(n) * tile), d_refused(std::vector<int>{0});
  DeviceBuffer<std::int64_t> d_sum(1);

  Report& report = lesson.report({.bytes = static_cast<double>(n) * sizeof(int), .ceiling = Ceiling::read});
  report.cpu("CPU, one core", [&] { return static_cast<double>(sum_cpu(x)); });
  report.writes(d_work);
  report.writes(d_sum);
  for (const Rung& rung : ladder())
    report.rung(
        rung.name, [&] { rung.run(d_x.data(), d_work.data(), d_sum.data(), d_refused.data(), n); },
        [&] { return relative_error(static_cast<double>(d_sum.to_host()[0]), expected); });
  report.print(
      "Every rung does the same additions: the rest is launches, and the values left to fold at each of them.");

  std::printf("\nlaunches beyond those of %s:", ladder()[0].name);
  for (const Rung& rung : ladder()) std::printf(" %s %zu;", rung.name, rung.launches(n));
  std::printf("\nlaunches refused, since %zu were pending: %d\n", pending, d_refused.to_host()[0]);
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("nested_reduction",
                "A sum whose levels need no launch, or are launched by the host, by grids, by blocks.");
  const std::size_t& n = lesson.size("--n", 1 << 20, 40'000, "elements");
  const std::size_t& pending = lesson.size("--pending", 16'384, 16'384, "launches by kernels that may be pending");
  return lesson.main(argc, argv, [&] { show(lesson, n, pending); });
}
