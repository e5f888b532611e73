// Keep some of the elements, with one atomic addition per kept element, per warp and per block.
#include <algorithm>

#include "ch10_atomics/aggregated/aggregated.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/parallel.h"
#include "common/values.h"

int main(int argc, char** argv) {
  Lesson lesson("aggregated", "A filter whose threads reserve places one by one, per warp, and per block.");
  const std::size_t& n = lesson.size("--n", 100'000'000, 100'000, "elements", 0, 2'000'000'000);
  const std::size_t& percent = lesson.size("--percent", 50, 50, "per cent of them are kept", 0, 100);
  return lesson.main(argc, argv, [&] {
    const std::vector<int> x = random_integers<int>(n, 0, 99, lesson.seed());
    const int limit = static_cast<int>(percent);
    const auto kept_count = std::count_if(x.begin(), x.end(), [&](int value) { return value < limit; });
    std::vector<int> expected;
    const DeviceBuffer<int> d_x(x);
    DeviceBuffer<int> d_kept(n), d_count(1);

    Report& report =
        lesson.report({.bytes = sizeof(int) * static_cast<double>(n + kept_count), .ceiling = Ceiling::copy});
    report.cpu("CPU, one core, sorted", [&] {
      expected = aggregated::filter_cpu(x, limit);
      return static_cast<double>(expected.size());
    });
    report.writes(d_kept);
    report.writes(d_count);
    for (const auto& rung : aggregated::ladder())
      report.rung(
          rung.name, [&] { rung.run(d_x.data(), d_kept.data(), d_count.data(), n, limit); },
          [&] {
            std::vector<int> kept = d_kept.to_host();
            kept.resize(std::min<std::size_t>(n, d_count.to_host()[0]));
            sort_by_parts(kept);
            if (kept.size() != expected.size()) return static_cast<double>(n);
            return static_cast<double>(mismatches(kept, expected));
          },
          [&] { d_count.fill_bytes(0); });
    report.print(
        "One word takes a limited number of additions per second. Reserving several places at once needs fewer "
        "additions.");
  });
}
