// Transpose a matrix with every rung, check each result against the reference, compare the times with a copy's.
#include <cstdio>

#include "ch09_shared/transpose_shared/transpose_shared.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/values.h"

template <typename Real>
void show(Lesson& lesson, std::size_t rows, std::size_t cols) {
  using namespace transpose_shared;
  if (cols > 0 && rows > limit_of_size(1ull << 36) / cols) throw UsageError("the matrix has too many elements");
  const std::vector<Real> a = random_reals<Real>(rows * cols, -1, 1, lesson.seed());
  std::vector<Real> expected;

  DeviceBuffer<Real> d_a(a), d_b(a.size());
  const auto errors = [&] { return mismatches(d_b.to_host(), expected); };

  Report& report = lesson.report({.bytes = 2.0 * a.size() * sizeof(Real), .ceiling = Ceiling::copy});
  report.cpu("CPU, one core", [&] {
    expected = transpose_cpu(a, rows, cols);
    return static_cast<double>(expected.size());
  });
  report.writes(d_b);
  report.rung(
      "copy_wide", [&] { copy_wide(d_a.data(), d_b.data(), a.size()); }, [&] { return mismatches(d_b.to_host(), a); });
  for (const auto& rung : ladder<Real>())
    report.rung(
        rung.name, [&] { rung.run(d_a.data(), d_b.data(), rows, cols); }, errors);
  report.peers(
      peers<Real>(), [&](const auto& peer) { peer.run(d_a.data(), d_b.data(), rows, cols); }, errors);
  report.print("Padding avoids the bank conflicts; 16-byte accesses bring most of the rest.");
  const char* best = ladder<Real>().back().name;
  if (times_count())
    std::printf("%s runs at %.1f %% of the copy's speed.\n", best, 100 * report.ms("copy_wide") / report.ms(best));
}

int main(int argc, char** argv) {
  Lesson lesson("transpose_shared", "Transpose a matrix through shared memory: what each rung removes.");
  const std::size_t& rows = lesson.size("--rows", 10'000, 1500, "rows of the matrix");
  const std::size_t& cols = lesson.size("--cols", 10'000, 1500, "columns of the matrix");
  return lesson.main(argc, argv,
                     [&] { lesson.single() ? show<float>(lesson, rows, cols) : show<double>(lesson, rows, cols); });
}
