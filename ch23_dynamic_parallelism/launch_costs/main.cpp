// Run many small pieces of work with every rung, check that all were run, and print the cost of one.
#include <algorithm>

#include "ch23_dynamic_parallelism/launch_costs/launch_costs.h"
#include "common/check.h"
#include "common/lesson.h"
#include "common/owners.h"

namespace {

using namespace launch_costs;

void show(Lesson& lesson, unsigned n) {
  allow_pending_launches(std::max(n, 2048u));
  DeviceBuffer<Tally> d_tally(1);
  Report& report = lesson.report({.items = static_cast<double>(n)});
  report.writes(d_tally);
  for (const Rung& rung : ladder())
    report.rung(rung.name, rung.make(d_tally.data(), n), [&] {
      const Tally tally = d_tally.to_host()[0];
      check(static_cast<cudaError_t>(tally.error));
      return tally.done == n ? 0.0 : 1.0;
    });
  report.print("The work is one addition in every row: the rest of the time is overhead.");

  std::vector<std::vector<std::string>> lines{{"a piece of work by", "us"}};
  for (const Rung& rung : ladder()) lines.push_back({rung.name, format("%.3f", 1e3 * report.ms(rung.name) / n)});
  print_table("cost of one piece", lines, "A launch by a kernel is worthwhile if its work takes much longer than this.",
              lesson.files());
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("launch_costs",
                "What one launch costs: by the host, in a graph, by a kernel; and a pull from a queue.");
  const std::size_t& n = lesson.size("--n", 2000, 200, "pieces of work", 1, 1'000'000);
  return lesson.main(argc, argv, [&] { show(lesson, static_cast<unsigned>(n)); });
}
