// The same work in blocks of each size: with one slow warp of eight in each round, then with the same work for all.
#include <cstdio>

#include "ch09_shared/barriers/barriers.h"
#include "common/check.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/values.h"

namespace {

Report& show(Lesson& lesson, const char* title, int groups, int rounds, barriers::Steps steps) {
  const std::vector<unsigned> expected = barriers::run_cpu(groups, rounds, steps);
  DeviceBuffer<unsigned> d_y(expected.size());
  // One warp of eight has the extra steps. Divided among all eight, both kinds of work have the same number of steps.
  const double mean = steps.least + double(steps.extra) / barriers::turn;
  Report& report = lesson.report({.items = double(expected.size()) * rounds * mean}, title);
  report.writes(d_y);
  for (const barriers::Rung& rung : barriers::ladder())
    report.rung(
        rung.name, [&] { rung.run(d_y.data(), groups, rounds, steps); },
        [&] { return mismatches(d_y.to_host(), expected); });
  return report;
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("barriers", "1024 threads on a multiprocessor, as one block or as several: what a barrier costs.");
  const std::size_t& rounds = lesson.size("--rounds", 400, 4, "rounds, each with a barrier", 1, 100'000);
  const std::size_t& extra = lesson.size("--extra", 112, 16, "more steps for the slow warp; a multiple of 8", 0, 8000);
  return lesson.main(argc, argv, [&] {
    if (extra % barriers::turn != 0) throw UsageError("--extra must be a multiple of 8");
    const int groups = multiprocessors(), more = static_cast<int>(extra), count = static_cast<int>(rounds);
    std::printf("%d groups of %d threads, one on each multiprocessor\n", groups, barriers::group);
    show(lesson, "one warp of eight has more work", groups, count, {.least = 16, .extra = more})
        .print("In one block all warps wait for the slow ones; of several blocks, others go on meanwhile.");
    std::printf("\n");
    show(lesson, "all warps have as much work", groups, count, {.least = 16 + more / barriers::turn, .extra = 0})
        .print("As many steps, and nobody is waited for: what remains is the barrier itself.");
  });
}
