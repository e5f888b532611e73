// Transpose a matrix with every rung, check each result against the reference, compare the times with a copy.
#include <cstdio>

#include "ch07_global/transpose/transpose.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/values.h"

template <typename Real>
void show(Lesson& lesson, std::size_t rows, std::size_t cols) {
  const std::size_t n = rows * cols;
  // Device memory first: if it does not suffice, the program ends before it fills host memory.
  DeviceBuffer<Real> d_a(n), d_b(n);
  const std::vector<Real> a = random_reals<Real>(n, 0, 1, lesson.seed());
  d_a.copy_from(a);

  std::printf("%zu x %zu values of %zu bytes\n", rows, cols, sizeof(Real));
  Report& report = lesson.report({.bytes = 2.0 * n * sizeof(Real), .ceiling = Ceiling::copy});
  std::vector<Real> expected;
  report.cpu("CPU, one core", [&] {
    expected = transpose::transpose_cpu(a, rows, cols);
    return n > 0 ? expected[n / 2] : 0.0;
  });
  report.writes(d_b);
  const auto run = [&](const transpose::Rung<Real>& rung) {
    return [&] { rung.run(d_a.data(), d_b.data(), rows, cols); };
  };
  const auto error = [&](const transpose::Rung<Real>& rung) {
    return [&] { return mismatches(d_b.to_host(), rung.transposes ? expected : a); };
  };
  for (const auto& rung : transpose::ladder<Real>()) report.rung(rung.name, run(rung), error(rung));
  report.peers(
      transpose::peers<Real>(), [&](const auto& peer) { run(peer)(); },
      [&](const auto& peer) { return error(peer)(); });
  report.print(
      "If one side must be strided, choose the reads: the cache keeps the sectors that they load. Declaring that a is "
      "only read lets a thread have several loads in flight.");
}

int main(int argc, char** argv) {
  Lesson lesson("transpose", "Transpose a matrix through global memory: coalesced reads or coalesced writes?");
  const std::size_t& rows = lesson.size("--rows", 10'000, 700, "rows of the matrix", 0, 1'000'000);
  const std::size_t& cols = lesson.size("--cols", 10'000, 700, "columns of the matrix", 0, 1'000'000);
  return lesson.main(argc, argv,
                     [&] { lesson.single() ? show<float>(lesson, rows, cols) : show<double>(lesson, rows, cols); });
}
