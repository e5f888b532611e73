// Layer normalisation with every rung, each result checked against the reference, and the times compared.
#include "ch26_attention/layer_norm/layer_norm.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/values.h"

static void show(Lesson& lesson, layer_norm::Shape shape) {
  if (shape.cols > 0 && shape.rows > (std::size_t{1} << 36) / shape.cols) throw UsageError("too many elements");
  const std::vector<float> x = random_reals<float>(shape.rows * shape.cols, -2, 8, lesson.seed());
  const std::vector<float> weight = random_reals<float>(shape.cols, -1, 1, lesson.seed() + 1);
  const std::vector<float> bias = random_reals<float>(shape.cols, -1, 1, lesson.seed() + 2);
  const layer_norm::Reference reference = layer_norm::normalise_cpu(x, weight, bias, shape);
  const DeviceBuffer<float> d_x(x), d_weight(weight), d_bias(bias);
  DeviceBuffer<float> d_y(x.size());

  // Every element is read and written once. The error's unit: what the bound of each element allows.
  Report& report = lesson.report({.bytes = 2.0 * x.size() * sizeof(float), .ceiling = Ceiling::copy, .bound = 1},
                                 std::to_string(shape.rows) + " rows of " + std::to_string(shape.cols) +
                                     " floats; errors as shares of their bound");
  report.writes(d_y);
  for (const auto& rung : layer_norm::ladder())
    report.rung(
        rung.name, [&] { rung.run(d_x.data(), d_weight.data(), d_bias.data(), d_y.data(), shape, nullptr); },
        [&] { return layer_norm::worst_share(d_y.to_host(), reference); });
  report.print(
      "A row in registers comes from memory once. online saves a pass that mostly comes from a cache, and computes "
      "more.");
}

int main(int argc, char** argv) {
  Lesson lesson("layer_norm", "Layer normalisation of the rows of a matrix: three passes over a row, two, or one.");
  const std::size_t& rows = lesson.size("--rows", 8192, 16, "rows");
  const std::size_t& cols = lesson.size("--cols", 8192, 2000, "columns");
  return lesson.main(argc, argv, [&] { show(lesson, {rows, cols}); });
}
