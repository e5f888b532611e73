// Transpose a matrix with every rung, check each result against the reference, compare the times with a copy's.
#include <cstdio>

#include "ch09_shared/transpose_shared/transpose_shared.h"
#include "common/compare.h"
#include "common/device_buffer.h"
#include "common/lesson.h"
#include "common/random.h"

template <typename Real>
void show(Lesson& lesson, std::size_t rows, std::size_t cols) {
  using namespace transpose_shared;
  if (cols > 0 && rows > (std::size_t{1} << 36) / cols) throw UsageError("the matrix has too many elements");
  const std::vector<Real> in = random_reals<Real>(rows * cols, -1, 1, lesson.seed());
  const std::vector<Real> expected = transpose_cpu(in, rows, cols);

  DeviceBuffer<Real> d_in(in), d_out(in.size());
  const auto errors = [&] { return mismatches(d_out.to_host(), expected); };

  Report& report = lesson.report({.bytes = 2.0 * in.size() * sizeof(Real), .ceiling = Ceiling::copy});
  report.cpu("CPU, one core", [&] { return static_cast<double>(transpose_cpu(in, rows, cols).size()); });
  report.writes(d_out);
  report.rung(
      "copy, no transpose", [&] { copy_wide(d_in.data(), d_out.data(), in.size()); },
      [&] { return mismatches(d_out.to_host(), in); });
  for (const auto& rung : ladder<Real>)
    report.rung(
        rung.name, [&] { rung.transpose(d_in.data(), d_out.data(), rows, cols); }, errors);
  if (lesson.peers()) {
    for (const auto& peer : peers<Real>())
      report.peer(
          peer.name, [&] { peer.transpose(d_in.data(), d_out.data(), rows, cols); }, errors);
    if (peers<Real>().empty()) std::printf("no library here to compare with\n");
  }
  report.print("The conflict costs more than the far accesses did; 16 bytes an access bring the rest.");
  const char* best = ladder<Real>[std::size(ladder<Real>) - 1].name;
  std::printf("%s runs at %.1f %% of the copy's speed.\n", best,
              100 * report.ms("copy, no transpose") / report.ms(best));
}

int main(int argc, char** argv) {
  Lesson lesson("transpose_shared", "Transpose a matrix through shared memory: what each rung removes.");
  const std::size_t& rows = lesson.size("--n", 10000, 1500, "rows");
  const std::size_t& cols = lesson.size("--cols", 10000, 1500, "columns");
  return lesson.main(argc, argv,
                     [&] { lesson.single() ? show<float>(lesson, rows, cols) : show<double>(lesson, rows, cols); });
}
