// Keep the positive half of an array with every rung, and undo it; check each result, compare the times.
#include <algorithm>
#include <cstdio>

#include "ch15_patterns/compaction/compaction.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/values.h"

namespace {

template <typename Real>
void show(Lesson& lesson, std::size_t n) {
  const std::vector<Real> x = random_reals<Real>(n, -1, 1, lesson.seed());
  const std::vector<Real> expected = compaction::compact_cpu(x);
  const std::vector<Real> expected_split = compaction::split_cpu(x);
  std::vector<Real> expected_back = x;
  for (Real& v : expected_back)
    if (!(v > 0)) v = 0;

  const DeviceBuffer<Real> d_x(x);
  DeviceBuffer<Real> d_kept(n), d_y(n);
  DeviceBuffer<std::size_t> d_count(1), d_scratch(compaction::scratch_size(n));
  const auto error = [&] {
    const std::vector<Real> kept = d_kept.to_host(std::min<std::size_t>(n, d_count.to_host()[0]));
    return mismatches(kept, expected);
  };

  // The least traffic: every element is read, the kept ones are written.
  const double bytes = static_cast<double>(n + expected.size()) * sizeof(Real);
  Report& report = lesson.report({.bytes = bytes, .ceiling = Ceiling::copy}, "compaction");
  report.cpu("CPU, one core", [&] { return static_cast<double>(compaction::compact_cpu(x).size()); });
  report.writes(d_kept);
  report.writes(d_count);
  for (const auto& rung : compaction::ladder<Real>())
    report.rung(
        rung.name, [&] { rung.run(d_x.data(), d_kept.data(), d_count.data(), n, d_scratch.data()); }, error);
  report.peers(
      compaction::peers<Real>(), [&](const auto& peer) { peer.run(d_x.data(), d_kept.data(), d_count.data(), n); },
      error);
  report.print(
      "A position takes more bytes than its element, and passes through memory five times; ballots store none.");

  compaction::ladder<Real>()[0].run(d_x.data(), d_kept.data(), d_count.data(), n, d_scratch.data());
  Report& more = lesson.report({.bytes = bytes, .ceiling = Ceiling::copy}, "the way back, and both sides");
  more.writes(d_y);
  more.rung(
      "unpack", [&] { compaction::unpack(d_kept.data(), d_scratch.data(), d_y.data(), n, Real{0}); },
      [&] { return mismatches(d_y.to_host(), expected_back); });
  more.rung(
      "split", {.bytes = 2.0 * n * sizeof(Real), .ceiling = Ceiling::copy},
      [&] { compaction::split(d_x.data(), d_y.data(), d_count.data(), n, d_scratch.data()); },
      [&] { return mismatches(d_y.to_host(), expected_split); });
  more.print("The same positions serve to put the elements back, and to place those that fail the test.");
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("compaction", "Keep the elements that pass a test: a scan tells each where it goes.");
  const std::size_t& n = lesson.size("--n", 100'000'000, 300'000, "elements", 0, std::size_t{1} << 33);
  return lesson.main(argc, argv, [&] { lesson.single() ? show<float>(lesson, n) : show<double>(lesson, n); });
}
