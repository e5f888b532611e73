// Theoretical occupancy, achieved bandwidth, and bytes in flight for each.
#include <cstdio>
#include <string>

#include "ch06_memory/occupancy/occupancy.h"
#include "common/check.h"
#include "common/lesson.h"
#include "common/values.h"

template <typename Real>
void show(Lesson& lesson, int rows, int cols) {
  const std::size_t n = std::size_t(rows) * cols;
  const std::size_t bytes = n * sizeof(Real);
  // Device memory first: if it does not suffice, the program ends before it fills host memory.
  Real *d_x = nullptr, *d_y = nullptr, *d_z = nullptr;
  check(cudaMalloc(&d_x, bytes));
  check(cudaMalloc(&d_y, bytes));
  check(cudaMalloc(&d_z, bytes));

  const std::vector<Real> x = random_reals<Real>(n, 0, 1, lesson.seed());
  const std::vector<Real> y = random_reals<Real>(n, 0, 1, lesson.seed() + 1);
  const std::vector<Real> expected = occupancy::sum_cpu(x, y);
  check(cudaMemcpy(d_x, x.data(), bytes, cudaMemcpyHostToDevice));
  check(cudaMemcpy(d_y, y.data(), bytes, cudaMemcpyHostToDevice));

  std::printf(
      "%d x %d values of %zu bytes on %d multiprocessors; KB in flight: bytes that are being loaded, per "
      "multiprocessor\n",
      rows, cols, sizeof(Real), multiprocessors());
  const char* group = "";
  Report* report = nullptr;
  std::vector<Report*> reports;
  for (const auto& rung : occupancy::ladder<Real>()) {
    if (group != rung.group) {
      group = rung.group;
      report = &lesson.report({.bytes = 3.0 * bytes, .ceiling = Ceiling::copy}, group);
      reports.push_back(report);
      report->writes(d_z, bytes);
    }
    const occupancy::Resources needs = rung.resources(rung.launch);
    const double in_flight = double(needs.blocks) * needs.block_size * rung.loads * 2 * sizeof(Real) / 1024;
    char name[128];
    std::snprintf(name, sizeof name, "%-9s %2d blocks (%s), occupancy %5.1f %%, %5.1f KB in flight", rung.name,
                  needs.blocks, needs.limit, 100 * needs.share, in_flight);
    report->rung(
        name, [&] { rung.run(d_x, d_y, d_z, rows, cols, rung.launch); },
        [&] {
          std::vector<Real> z(n);
          check(cudaMemcpy(z.data(), d_z, bytes, cudaMemcpyDeviceToHost));
          return mismatches(z, expected);
        });
  }
  check(cudaFree(d_x));
  check(cudaFree(d_y));
  check(cudaFree(d_z));

  const char* const what_to_see[] = {
      ("Full occupancy is not full bandwidth: 1 x 256 uses 4 bytes of each 32 that it loads. The next table tests what "
       "slows down 8 x 8."),
      "The same blocks, but fewer of them: the time saved is the time that starting blocks takes.",
      "With one load per thread, bandwidth falls with the number of resident threads: too few bytes are in flight.",
      "More loads per thread restore the bandwidth at the same low occupancy: bytes in flight determine it.",
      "Loads in flight need registers, and registers limit the resident threads: fewer threads, but more bytes in "
      "flight.",
  };
  for (std::size_t g = 0; g < reports.size(); ++g) reports[g]->print(what_to_see[g]);
}

int main(int argc, char** argv) {
  Lesson lesson("occupancy", "Sum two matrices: theoretical occupancy beside achieved bandwidth.");
  const std::size_t& rows = lesson.size("--rows", 16384, 256, "rows", 1, occupancy::largest_side);
  const std::size_t& cols = lesson.size("--cols", 16384, 256, "columns", 1, occupancy::largest_side);
  return lesson.main(argc, argv, [&] {
    const int m = static_cast<int>(rows), n = static_cast<int>(cols);
    lesson.single() ? show<float>(lesson, m, n) : show<double>(lesson, m, n);
  });
}
