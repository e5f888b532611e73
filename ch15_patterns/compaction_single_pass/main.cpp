// Keep the positive half of an array in a single pass, check each result against the reference, compare the times.
#include <algorithm>
#include <cstdio>

#include "ch15_patterns/compaction_single_pass/compaction_single_pass.h"
#include "common/check.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/parallel.h"
#include "common/values.h"

namespace {

template <typename Real>
void show(Lesson& lesson, std::size_t n) {
  const std::vector<Real> x = random_reals<Real>(n, -1, 1, lesson.seed());
  const auto kept_count = std::count_if(x.begin(), x.end(), [](Real v) { return v > 0; });
  std::vector<Real> expected, sorted;

  const DeviceBuffer<Real> d_x(x);
  DeviceBuffer<Real> d_kept(n);
  DeviceBuffer<std::size_t> d_count(1);
  TileStateMemory states(compaction_single_pass::tiles_for(n));
  const auto error = [&](bool in_order) {
    std::vector<Real> kept = d_kept.to_host(std::min<std::size_t>(n, d_count.to_host()[0]));
    if (in_order) return mismatches(kept, expected);
    sort_by_parts(kept);
    return mismatches(kept, sorted);
  };

  // The least traffic: every element is read, the kept ones are written.
  Report& report = lesson.report(
      {.bytes = static_cast<double>(n + kept_count) * sizeof(Real), .ceiling = Ceiling::copy}, "compaction");
  report.cpu("CPU, one core", [&] {
    expected = compaction::compact_cpu(x);
    return static_cast<double>(expected.size());
  });
  sorted = expected;
  sort_by_parts(sorted);
  report.writes(d_kept);
  report.writes(d_count);
  for (const auto& rung : compaction_single_pass::ladder<Real>()) {
    if (!report.fits(rung.name, rung.needs)) continue;
    report.rung(
        rung.name, [&] { rung.run(d_x.data(), d_kept.data(), d_count.data(), n, states); },
        [&] { return error(rung.in_order); });
  }
  report.peers(
      compaction::peers<Real>(), [&](const auto& peer) { peer.run(d_x.data(), d_kept.data(), d_count.data(), n); },
      [&] { return error(true); });
  report.print("Keeping the order costs each block a wait; the ring hides a part of it.");
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("compaction_single_pass", "Keep the elements that pass a test, reading each of them once.");
  const std::size_t& n = lesson.size("--n", 100'000'000, 300'000, "elements", 0, std::size_t{1} << 33);
  return lesson.main(argc, argv, [&] { lesson.single() ? show<float>(lesson, n) : show<double>(lesson, n); });
}
