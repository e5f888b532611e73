// Scan integers and reals in a single pass, check each result against the reference, compare the times.
#include <cstdio>

#include "ch15_patterns/scan_single_pass/scan_single_pass.h"
#include "common/check.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/values.h"

namespace {

template <typename T>
void show(Lesson& lesson, std::size_t n, scan::Kind kind, const std::vector<T>& x, const char* title) {
  const DeviceBuffer<T> d_x(x);
  DeviceBuffer<T> d_y(n);
  TileStateMemory states(scan_single_pass::tiles_for(n));
  std::vector<scan::Sum<T>> expected;
  const auto error = [&] {
    if constexpr (std::is_integral_v<T>) return mismatches(d_y.to_host(), expected);
    return max_relative_error(d_y.to_host(), expected);
  };

  const auto bound = [&](const auto& rung) { return scan_single_pass::error_bound(rung, n, multiprocessors()); };
  const auto& last = scan_single_pass::ladder<T>().back();
  const Work work = {.bytes = 2.0 * n * sizeof(T), .ceiling = Ceiling::copy, .bound = bound(last)};
  Report& report = lesson.report(work, title);
  report.cpu("CPU, one core", [&] {
    expected = scan::scan_cpu(x, kind);
    return n == 0 ? 0 : static_cast<double>(expected.back());
  });
  report.writes(d_y);
  for (const auto& rung : scan_single_pass::ladder<T>()) {
    if (!report.fits(rung.name, rung.needs)) continue;
    Work own_work = work;
    own_work.bound = bound(rung);
    report.rung(
        rung.name, own_work, [&] { rung.run(d_x.data(), d_y.data(), n, kind, states); }, error);
  }
  report.peers(
      scan::peers<T>(), [&](const auto& peer) { peer.run(d_x.data(), d_y.data(), n, kind); }, error);
  report.print("One read and one write of each element; the ring comes close to the time of a copy.");
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("scan_single_pass",
                "Sums up to each element in a single pass: blocks look back at blocks that are still running.");
  const std::size_t& n = lesson.size("--n", 100'000'000, 300'000, "elements", 0, std::size_t{1} << 33);
  const bool& exclusive = lesson.flag("--exclusive", "sums of the elements before each one");
  return lesson.main(argc, argv, [&] {
    const auto kind = exclusive ? scan::Kind::exclusive : scan::Kind::inclusive;
    const std::int64_t most = std::numeric_limits<unsigned>::max();
    show(lesson, n, kind, random_integers<unsigned>(n, 0, most, lesson.seed()), "whole numbers of 32 bits");
    if (lesson.single()) {
      show(lesson, n, kind, random_reals<float>(n, 0, 1, lesson.seed()), "float");
    } else {
      show(lesson, n, kind, random_reals<double>(n, 0, 1, lesson.seed()), "double");
    }
  });
}
