#include "common/softmax_show.h"

#include <string>
#include <vector>

#include "common/owners.h"
#include "common/values.h"

namespace softmax {

void show(Lesson& lesson, std::span<const Rung> ladder, Shape shape, const char* what_to_see) {
  if (shape.cols > 0 && shape.rows > limit_of_size(1ull << 36) / shape.cols) throw UsageError("too many elements");
  constexpr float range = 10;
  const std::vector<float> x = random_reals<float>(shape.rows * shape.cols, -range / 2, range / 2, lesson.seed());
  const std::vector<double> expected = softmax_cpu(x, shape);
  const DeviceBuffer<float> d_x(x);
  DeviceBuffer<float> d_y(x.size());

  // Every element is read and written once.
  Report& report = lesson.report(
      {.bytes = 2.0 * x.size() * sizeof(float), .ceiling = Ceiling::copy, .bound = error_bound(shape.cols, range)},
      std::to_string(shape.rows) + " rows of " + std::to_string(shape.cols) + " floats");
  report.writes(d_y);
  for (const Rung& rung : ladder) {
    if (report.fits(rung.name, rung.needs)) {
      report.rung(
          rung.name, [&] { rung.run(d_x.data(), d_y.data(), shape, nullptr); },
          [&] { return max_relative_error(d_y.to_host(), expected); });
    }
  }
  report.print(what_to_see);
}

}  // namespace softmax
