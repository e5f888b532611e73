// Look up a table with 1 to 32 different addresses per warp, in each of the memories that can hold it.
#include <algorithm>
#include <cstdio>
#include <string>

#include "ch08_constant/broadcast/broadcast.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/values.h"

template <typename Real>
void show(Lesson& lesson, std::size_t n) {
  broadcast::Table<Real> table;
  // Integers, so that sums are exact.
  const std::vector<Real> values = random_integers<Real>(std::size(table.values), -99, 99, lesson.seed());
  std::copy(values.begin(), values.end(), table.values);
  DeviceBuffer<Real> d_sums(n);

  std::printf("%zu threads, %d look-ups each; items are look-ups\n", n, broadcast::steps);
  Report& report = lesson.report({.items = double(n) * broadcast::steps});
  report.cpu("CPU, one core", [&] { return n ? broadcast::lookup_cpu(table, n, 32)[n / 2] : 0.0; });
  report.writes(d_sums);
  for (const auto& rung : broadcast::ladder<Real>()) {
    for (int distinct = 1; distinct <= rung.most_distinct; distinct *= 2) {
      const std::vector<Real> expected = broadcast::lookup_cpu(table, n, distinct);
      char name[48];
      std::snprintf(name, sizeof name, "%-14s %2d per warp", rung.name, distinct);
      report.rung(
          name, [&] { rung.run(table, d_sums.data(), n, distinct); },
          [&] { return mismatches(d_sums.to_host(), expected); }, [&] { rung.set(table); });
    }
  }
  report.print(
      "A constant is fast as an operand, which is the same for all threads. Loads from its cache are serialised, one "
      "address at a time.");
}

int main(int argc, char** argv) {
  Lesson lesson("broadcast", "Look-ups in a small table: uniform reads of constant memory against divergent ones.");
  const std::size_t& n = lesson.size("--n", 10'000'000, 20'000, "threads");
  return lesson.main(argc, argv, [&] { lesson.single() ? show<float>(lesson, n) : show<double>(lesson, n); });
}
