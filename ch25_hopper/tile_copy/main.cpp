// Copy a part of a matrix with every rung, check each result, compare the times.
#include "ch25_hopper/tile_copy/tile_copy.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/values.h"

static void show(Lesson& lesson, std::size_t rows, std::size_t cols) {
  if (cols > 0 && rows > (std::size_t{1} << 30) / cols) throw UsageError("too many elements");
  // The part has the size of the matrix and begins 3 rows and 4 columns before it, so that some of it is filled.
  const tile_copy::Shape shape = {rows, cols, -3, -4, rows, cols};
  const std::vector<float> from = random_reals<float>(rows * cols, -1, 1, lesson.seed());
  const std::vector<float> expected = tile_copy::copy_cpu(from, shape);
  const DeviceBuffer<float> d_from(from);
  DeviceBuffer<float> d_to(from.size());
  Report& report = lesson.report({.bytes = 2.0 * from.size() * sizeof(float), .ceiling = Ceiling::copy},
                                 std::to_string(rows) + " x " + std::to_string(cols) + " floats");
  report.writes(d_to);
  for (const auto& rung : tile_copy::ladder()) {
    if (report.fits(rung.name, rung.needs)) {
      report.rung(
          rung.name, [&] { rung.run(d_from.data(), d_to.data(), shape, nullptr); },
          [&] { return mismatches(d_to.to_host(), expected); });
    }
  }
  report.print("One thread keeps the copy engine busy: the other threads of a block are free for other work.");
}

int main(int argc, char** argv) {
  Lesson lesson("tile_copy", "Copy a part of a matrix tile by tile: by threads, and by the copy engine.");
  const std::size_t& rows = lesson.size("--rows", 16384, 300, "rows");
  const std::size_t& cols = lesson.size("--cols", 16384, 400, "columns");
  return lesson.main(argc, argv, [&] { show(lesson, rows, cols); });
}
