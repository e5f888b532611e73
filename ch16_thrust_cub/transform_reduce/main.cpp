// Norm, dot product, count and place with every rung, checked; the table counts the bytes of reading x and y once.
#include <cstdio>

#include "ch16_thrust_cub/transform_reduce/transform_reduce.h"
#include "common/lesson.h"
#include "common/values.h"

namespace {

using namespace transform_reduce;

template <typename Real>
void show(Lesson& lesson, std::size_t n) {
  constexpr Real limit = Real{1} / 2;
  const std::vector<Real> x = random_reals<Real>(n, -1, 1, lesson.seed());
  const std::vector<Real> y = random_reals<Real>(n, -1, 1, lesson.seed() + 1);
  const double magnitudes = sum_of_magnitudes(x, y);
  const DeviceBuffer<Real> d_x(x), d_y(y);
  DeviceBuffer<Answers> d_answers(1);
  Scratch<Real> scratch(n);

  Answers expected;
  Report& report = lesson.report({.bytes = 2.0 * n * sizeof(Real), .ceiling = Ceiling::read});
  report.cpu("CPU, one core", [&] {
    expected = answers_cpu(x.data(), y.data(), 0, n, limit);
    return expected.dot;
  });
  report.writes(d_answers);
  report.writes(scratch.temporary);
  for (const auto& rung : ladder<Real>()) {
    const Work work = {.bytes = 2.0 * n * sizeof(Real), .ceiling = Ceiling::read, .bound = error_bound(rung, n)};
    report.rung(
        rung.name, work, [&] { rung.run(d_x.data(), d_y.data(), d_answers.data(), n, limit, scratch, nullptr); },
        [&] { return error_of(d_answers.to_host()[0], expected, magnitudes); });
  }
  report.print("Values that are not stored need not be read again: the time depends on the elements read and written.");

  std::printf("\nread or written per element of x:");
  for (const auto& rung : ladder<Real>()) std::printf(" %s %d;", rung.name, rung.moved);
  std::printf("\nnorm %.6f, dot product %.6f, above %.1f: %llu, largest magnitude at %llu\n", norm(expected),
              expected.dot, static_cast<double>(limit), expected.above, expected.place);
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("transform_reduce", "Four numbers of two arrays: through temporary arrays, and without them.");
  const std::size_t& n = lesson.size("--n", 100'000'000, 200'000, "elements", 0, std::size_t{1} << 32);
  return lesson.main(argc, argv, [&] { lesson.single() ? show<float>(lesson, n) : show<double>(lesson, n); });
}
