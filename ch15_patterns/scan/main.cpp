// Scan integers and reals with every rung, check each result against the reference, compare the times.
#include <cstdio>

#include "ch15_patterns/scan/scan.h"
#include "common/check.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/values.h"

namespace {

template <typename T>
void show(Lesson& lesson, std::size_t n, scan::Kind kind, const std::vector<T>& x, const std::string& title,
          const char* what_to_see) {
  const DeviceBuffer<T> d_x(x);
  DeviceBuffer<T> d_y(n), d_scratch(scan::scratch_size(n));
  std::vector<scan::Sum<T>> expected;
  const auto error = [&] {
    if constexpr (std::is_integral_v<T>) return mismatches(d_y.to_host(), expected);
    return max_relative_error(d_y.to_host(), expected);
  };

  const auto& last = scan::ladder<T>().back();
  const Work work = {.bytes = 2.0 * n * sizeof(T), .ceiling = Ceiling::copy, .bound = scan::error_bound(last)};
  Report& report = lesson.report(work, title);
  report.cpu("CPU, one core", [&] {
    expected = scan::scan_cpu(x, kind);
    return n == 0 ? 0 : static_cast<double>(expected.back());
  });
  report.writes(d_y);
  for (const auto& rung : scan::ladder<T>()) {
    if (n > rung.most) {
      report.skip(rung.name, "n^2 / 2 additions: for " + std::to_string(rung.most) + " elements at most");
      continue;
    }
    Work own_work = work;
    own_work.bound = scan::error_bound(rung);
    report.rung(
        rung.name, own_work, [&] { rung.run(d_x.data(), d_y.data(), n, kind, d_scratch.data()); }, error);
  }
  report.peers(
      scan::peers<T>(), [&](const auto& peer) { peer.run(d_x.data(), d_y.data(), n, kind); }, error);
  report.print(what_to_see);
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("scan",
                "The sums of all elements up to each one: from n^2 / 2 additions to three passes through memory.");
  const std::size_t& n = lesson.size("--n", 100'000'000, 300'000, "elements", 0, std::size_t{1} << 32);
  const std::size_t& few =
      lesson.size("--few", 65'536, 2'000, "elements of the table with all rungs", 0, scan::most_squared);
  const bool& exclusive = lesson.flag("--exclusive", "sums of the elements before each one");
  return lesson.main(argc, argv, [&] {
    const auto kind = exclusive ? scan::Kind::exclusive : scan::Kind::inclusive;
    const std::int64_t most = std::numeric_limits<unsigned>::max();
    const char* const fewer_passes =
        "Fewer passes over memory, then fewer barriers: what remains is that x is read twice.";
    show(lesson, n, kind, random_integers<unsigned>(n, 0, most, lesson.seed()), "whole numbers of 32 bits",
         fewer_passes);
    if (lesson.single()) {
      show(lesson, n, kind, random_reals<float>(n, 0, 1, lesson.seed()), "float", fewer_passes);
    } else {
      show(lesson, n, kind, random_reals<double>(n, 0, 1, lesson.seed()), "double", fewer_passes);
    }
    show(lesson, few, kind, random_integers<unsigned>(few, 0, most, lesson.seed()),
         std::to_string(few) + " whole numbers",
         "If each thread adds on its own, the work grows with the square of n.");
  });
}
