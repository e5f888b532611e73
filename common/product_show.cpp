#include "common/product_show.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string>

#include "common/check.h"
#include "common/owners.h"
#include "common/timer.h"
#include "common/values.h"

namespace product {

std::vector<std::size_t> rows_to_check(std::size_t rows) {
  const std::size_t count = std::min<std::size_t>(rows, 64);
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < count; ++i) chosen.push_back(count == 1 ? 0 : i * (rows - 1) / (count - 1));
  return chosen;
}

void check_shape(Shape shape) {
  constexpr std::size_t most = limit_of_size(1ull << 36);
  const auto too_large = [](std::size_t a, std::size_t b) { return b > 0 && a > most / b; };
  if (too_large(shape.rows, shape.inner) || too_large(shape.inner, shape.cols) || too_large(shape.rows, shape.cols))
    throw UsageError("a matrix has too many elements");
}

template <typename Real>
void show(Lesson& lesson, std::span<const Rung<Real>> ladder, Shape shape, const char* what_to_see) {
  check_shape(shape);
  const std::vector<Real> a = random_reals<Real>(shape.rows * shape.inner, 0, 1, lesson.seed());
  const std::vector<Real> b = random_reals<Real>(shape.inner * shape.cols, 0, 1, lesson.seed() + 1);
  const double flops = 2.0 * shape.rows * shape.inner * shape.cols;
  const Ceiling ceiling = sizeof(Real) == sizeof(float) ? Ceiling::fp32 : Ceiling::fp64;

  const std::vector<std::size_t> rows = rows_to_check(shape.rows);
  const Shape checked = {rows.size(), shape.inner, shape.cols};
  const std::vector<Real> a_rows = take_rows(a, shape.inner, rows);
  std::vector<Real> expected = multiply_by_threads(a_rows, b, checked);
  const std::size_t timed_rows = std::min<std::size_t>(rows.size(), 8);
  const CpuTimer timer;
  multiply_rows_cpu(a_rows, b, checked, 0, timed_rows, expected);
  const double cpu_ms = timer.ms();

  DeviceBuffer<Real> d_a(a), d_b(b), d_c(shape.rows * shape.cols);
  const auto error = [&] { return max_relative_error(take_rows(d_c.to_host(), shape.cols, rows), expected); };

  if (times_count())
    std::printf("The reference, one CPU core: %zu rows of c in %.4g ms, %.3g GFLOP/s\n", timed_rows, cpu_ms,
                2.0 * timed_rows * checked.inner * checked.cols / cpu_ms * 1e-6);
  const std::string title = std::to_string(shape.rows) + " x " + std::to_string(shape.inner) + " x " +
                            std::to_string(shape.cols) + (sizeof(Real) == sizeof(float) ? ", float" : ", double");
  Report& report = lesson.report({.flops = flops, .ceiling = ceiling, .bound = error_bound<Real>(shape.inner)}, title);
  report.writes(d_c);
  for (const auto& rung : ladder) {
    if (!report.fits(rung.name, rung.needs)) continue;
    report.rung(
        rung.name, [&] { rung.run(d_a.data(), d_b.data(), d_c.data(), shape); }, error);
  }
  report.peers(
      peers<Real>(), [&](const auto& peer) { peer.run(d_a.data(), d_b.data(), d_c.data(), shape); }, error);
  report.print(what_to_see);
}

template void show(Lesson& lesson, std::span<const Rung<float>> ladder, Shape shape, const char* what_to_see);
template void show(Lesson& lesson, std::span<const Rung<double>> ladder, Shape shape, const char* what_to_see);

Sides::Sides(Lesson& lesson, std::size_t n, std::size_t small)
    : rows(lesson.size("--n", n, small, "rows of a and c")),
      inner(lesson.size("--inner", 0, 0, "columns of a, rows of b; 0: as many as rows")),
      cols(lesson.size("--cols", 0, 0, "columns of b and c; 0: as many as rows")) {}

}  // namespace product
