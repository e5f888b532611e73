#include "ch26_attention/attention/show.h"

#include <string>
#include <vector>

#include "common/owners.h"

namespace attention {
namespace {

// A query and a key that it sees: a product of their width elements, and one of a power with as many of a value.
double flops(Shape shape) {
  const double length = static_cast<double>(shape.length);
  return 4.0 * width * shape.heads * (shape.causal ? length * (length + 1) / 2 : length * length);
}

}  // namespace

void show(Lesson& lesson, std::span<const Rung> ladder, Shape shape, const char* what_to_see) {
  if (shape.length > 0 && shape.heads > (std::size_t{1} << 29) / shape.length) throw UsageError("too many elements");
  const Inputs inputs = random_inputs(shape, lesson.seed());
  const Reference reference = attend_cpu(inputs, shape, some_queries(shape, 256));
  const DeviceBuffer<bf16> d_q(inputs.q), d_k(inputs.k), d_v(inputs.v);
  DeviceBuffer<bf16> d_o(shape.elements());

  // The error's unit: what the bound of each element allows.
  Report& report =
      lesson.report({.flops = flops(shape), .bound = 1},
                    std::to_string(shape.heads) + " heads, " + std::to_string(shape.length) + " queries and keys of " +
                        std::to_string(width) + (shape.causal ? ", causal" : "") + "; errors as shares of their bound");
  report.writes(d_o);
  for (const Rung& rung : ladder) {
    if (report.fits(rung.name, rung.needs)) {
      report.rung(
          rung.name, [&] { rung.run(d_q.data(), d_k.data(), d_v.data(), d_o.data(), shape, nullptr); },
          [&] { return worst_share(d_o.to_host(), reference); });
    }
  }
  report.print(what_to_see);
}

}  // namespace attention
