// Multiply two matrices in FP8 with every rung, check the results against the reference, compare with a library.
#include "ch25_hopper/matmul_fp8/matmul_fp8.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/product_show.h"

static void show(Lesson& lesson, matmul_fp8::Shape shape) {
  using namespace matmul_fp8;
  product::check_shape(shape);
  const std::vector<e4m3> a = random_elements(shape.rows * shape.inner, lesson.seed());
  const std::vector<e4m3> b = random_elements(shape.cols * shape.inner, lesson.seed() + 1);
  const std::vector<std::size_t> rows = product::rows_to_check(shape.rows);
  const tensor_product::Reference reference =
      multiply_cpu(product::take_rows(a, shape.inner, rows), b, {rows.size(), shape.inner, shape.cols});
  const DeviceBuffer<e4m3> d_a(a), d_b(b);
  DeviceBuffer<bf16> d_c(shape.rows * shape.cols);

  // The error: of all checked elements together. Each element must be within its own bound.
  const auto error = [&](const Rung& rung) {
    return [&, adding = rung.adding_bound(shape.inner)] {
      const std::vector<double> c = tensor_product::wide(product::take_rows(d_c.to_host(), shape.cols, rows));
      lesson.expect(worst_share(c, reference, adding) <= 1, "an element is outside of its bound");
      return norm_error(c, reference.c);
    };
  };
  const auto launch = [&](const Rung& rung) {
    return [&, run = rung.run] { run(d_a.data(), d_b.data(), d_c.data(), shape, nullptr); };
  };
  Report& report = lesson.report(
      {.flops = 2.0 * shape.rows * shape.inner * shape.cols, .bound = 1},
      std::to_string(shape.rows) + " x " + std::to_string(shape.inner) + " x " + std::to_string(shape.cols) + ", e4m3");
  report.writes(d_c);
  if (lesson.peers()) {
    for (const Rung& peer : peers())
      if (lacking(peer.needs).empty()) report.library(peer.name, launch(peer), error(peer));
    if (peers().empty()) std::printf("no library here to compare with\n");
  }
  for (const Rung& rung : ladder()) {
    if (report.fits(rung.name, rung.needs)) report.rung(rung.name, launch(rung), error(rung));
  }
  report.print(
      "Adding in float every 128 products costs time and keeps the error from growing with the length of the sum.");
}

int main(int argc, char** argv) {
  Lesson lesson("matmul_fp8", "Multiply two matrices in FP8: twice the rate of BF16, and what adding loses.");
  const product::Sides sides(lesson, 8192, 256);
  return lesson.main(argc, argv, [&] { show(lesson, sides.shape()); });
}
