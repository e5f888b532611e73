#include "common/tensor_product_show.h"

#include <cstdio>
#include <string>
#include <vector>

#include "common/owners.h"
#include "common/values.h"

namespace tensor_product {

void show(Lesson& lesson, std::span<const Rung> ladder, Shape shape, const char* what_to_see) {
  product::check_shape(shape);
  const std::vector<bf16> a = random_elements(shape.rows * shape.inner, lesson.seed());
  const std::vector<bf16> b = random_elements(shape.inner * shape.cols, lesson.seed() + 1);
  const std::vector<std::size_t> rows = product::rows_to_check(shape.rows);
  const Reference reference =
      multiply_cpu(product::take_rows(a, shape.inner, rows), b, {rows.size(), shape.inner, shape.cols});

  const DeviceBuffer<bf16> d_a(a), d_b(b);
  DeviceBuffer<bf16> d_c(shape.rows * shape.cols);
  const auto error = [&] { return norm_error(wide(product::take_rows(d_c.to_host(), shape.cols, rows)), reference.c); };
  const auto launch = [&](const Rung& rung) {
    return [&, run = rung.run] { run(d_a.data(), d_b.data(), d_c.data(), shape, nullptr); };
  };

  Report& report = lesson.report(
      {.flops = 2.0 * shape.rows * shape.inner * shape.cols, .bound = error_bound(reference, shape.inner)},
      std::to_string(shape.rows) + " x " + std::to_string(shape.inner) + " x " + std::to_string(shape.cols) + ", BF16");
  report.writes(d_c);
  if (lesson.peers()) {
    for (const Rung& peer : peers())
      if (lacking(peer.needs).empty()) report.library(peer.name, launch(peer), error);
    if (peers().empty()) std::printf("no library here to compare with\n");
  }
  for (const Rung& rung : ladder) {
    if (report.fits(rung.name, rung.needs)) report.rung(rung.name, launch(rung), error);
  }
  report.print(what_to_see);
}

}  // namespace tensor_product
