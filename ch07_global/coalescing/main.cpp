// Read an array in five orders: the theoretical degree of coalescing beside the time.
#include <cstdio>
#include <string>

#include "ch07_global/coalescing/coalescing.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/values.h"

template <typename Real>
void show(Lesson& lesson, std::size_t n) {
  // Device memory first: if it does not suffice, the program ends before it fills host memory.
  DeviceBuffer<Real> d_x(n), d_y(n);
  const std::vector<Real> x = random_reals<Real>(n, 0, 1, lesson.seed());
  d_x.copy_from(x);

  Report& report = lesson.report({.bytes = 2.0 * n * sizeof(Real), .ceiling = Ceiling::copy});
  report.writes(d_y);
  for (const auto& rung : coalescing::ladder<Real>()) {
    // The degree of at most the first million threads: it is the same for all full warps.
    const double degree = coalescing::degree_of_coalescing<Real>(rung.source, n, 1 << 20);
    char name[64];
    std::snprintf(name, sizeof name, "%-10s  degree %5.1f %%", rung.name, 100 * degree);
    report.rung(
        name, [&] { rung.run(d_x.data(), d_y.data(), n); },
        [&] { return mismatches(d_y.to_host(), coalescing::gather_cpu(rung.source, x)); });
  }
  report.print(
      "The time depends on the sectors moved, not on the order within them (permuted). Caches serve the sectors that "
      "neighbouring warps share (misaligned). broadcast moves the fewest sectors, strided the most.");
}

int main(int argc, char** argv) {
  Lesson lesson("coalescing",
                "Copy an array, reading it in five orders; GB/s count the bytes of n reads and n writes.");
  const std::size_t& n = lesson.size("--n", 100'000'000, 1'000'000, "elements");
  return lesson.main(argc, argv, [&] { lesson.single() ? show<float>(lesson, n) : show<double>(lesson, n); });
}
