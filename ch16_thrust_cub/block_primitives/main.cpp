// Sum an array with every rung, check the sum, compare the times. The elements are odd integers of both signs, so every
// order of additions gives the same sum.
#include "ch16_thrust_cub/block_primitives/block_primitives.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/values.h"

namespace {

template <typename Real>
void show(Lesson& lesson, std::size_t n) {
  const std::vector<Real> x = random_odd_integers<Real>(n, lesson.seed());
  const DeviceBuffer<Real> d_x(x);
  DeviceBuffer<Real> d_partial(block_primitives::partial_size), d_sum(1);

  double expected = 0;
  Report& report = lesson.report({.bytes = static_cast<double>(n) * sizeof(Real), .ceiling = Ceiling::read});
  report.cpu("CPU, one core", [&] { return expected = sum::run_cpu(x); });
  report.writes(d_partial);
  report.writes(d_sum);
  for (const auto& rung : block_primitives::ladder<Real>())
    report.rung(
        rung.name, [&] { rung.run(d_x.data(), d_partial.data(), d_sum.data(), n); },
        [&] { return relative_error(d_sum.to_host()[0], expected); });
  report.print(
      "Rungs 1 to 4 fold in different ways, rung 5 loads in a different way. Which of the two changes the time?");
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("block_primitives", "The sum of an array by CUB's primitives for warps, blocks and devices.");
  const std::size_t& n = lesson.size("--n", 100'000'000, 300'000, "elements");
  return lesson.main(argc, argv, [&] { lesson.single() ? show<float>(lesson, n) : show<double>(lesson, n); });
}
