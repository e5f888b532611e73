// A layer with every rung, checked; the time is compared with that of the product alone.
#include <cstdio>

#include "ch17_cublas/gemm_fused/elements.h"
#include "common/lesson.h"
#include "common/product_show.h"
#include "common/timer.h"

namespace {

using namespace gemm_fused;

void show(Lesson& lesson, Shape shape, Activation activation) {
  if (const std::string reason = lacking(needs); !reason.empty()) throw Unsupported(reason);
  product::check_shape(shape);
  const std::vector<Element> x = random_elements(shape.rows * shape.inner, lesson.seed());
  const std::vector<Element> w = random_elements(shape.inner * shape.cols, lesson.seed() + 1);
  const std::vector<Element> bias = random_elements(shape.cols, lesson.seed() + 2);
  const DeviceBuffer<Element> d_x(x), d_w(w), d_bias(bias);
  DeviceBuffer<Element> d_y(shape.rows * shape.cols);
  const Plans plans(shape, activation, d_bias.data());

  const std::vector<std::size_t> rows = product::rows_to_check(shape.rows);
  const Reference reference = layer_cpu(wide(product::take_rows(x, shape.inner, rows)), wide(w), wide(bias),
                                        {rows.size(), shape.inner, shape.cols}, activation);
  const auto error = [&] { return error_of(product::take_rows(d_y.to_host(), shape.cols, rows), reference); };

  const double flops = 2.0 * shape.rows * shape.inner * shape.cols;
  Report& report =
      lesson.report({.flops = flops}, std::to_string(shape.rows) + " x " + std::to_string(shape.inner) + " by " +
                                          std::to_string(shape.inner) + " x " + std::to_string(shape.cols) + ", BF16");
  report.writes(d_y);
  for (const Rung& rung : ladder()) {
    const Work work = {.flops = flops, .bound = error_bound(rung, shape, activation)};
    report.rung(
        rung.name, work, [&] { rung.run(plans, d_x.data(), d_w.data(), d_bias.data(), d_y.data(), nullptr); }, error);
  }
  const double alone = median_ms([&] { plans.product(d_x.data(), d_w.data(), d_y.data(), nullptr); }, lesson.repeats(),
                                 lesson.warm_ups());
  report.print("An epilogue works on sums that are still in registers: it saves reading and writing y again.");
  std::printf("\nms beyond those of the product alone (%.4f):", alone);
  for (const Rung& rung : ladder()) std::printf(" %s %.4f;", rung.name, report.ms(rung.name) - alone);
  std::printf("\n");
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("gemm_fused", "A layer y = activation(x w + bias) by cuBLASLt: three kernels, two, one.");
  const std::size_t& rows = lesson.size("--rows", 8192, 64, "rows of x and y", 1, 65'536);
  const std::size_t& inner = lesson.size("--inner", 1024, 96, "columns of x, rows of w", 1, 65'536);
  const std::size_t& cols = lesson.size("--cols", 8192, 128, "columns of w and y", 1, 65'536);
  const std::string& activation = lesson.choice("--activation", {"relu", "gelu"}, "relu (default) or gelu");
  return lesson.main(argc, argv, [&] {
    show(lesson, {rows, inner, cols}, activation == "relu" ? Activation::relu : Activation::gelu);
  });
}
