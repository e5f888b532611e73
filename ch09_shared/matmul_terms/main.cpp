// alpha a b + beta c in three ways, each checked in some rows; then the result for beta = 0 and a c that holds NaN.
#include <limits>

#include "ch09_shared/matmul_terms/matmul_terms.h"
#include "common/owners.h"
#include "common/product_show.h"
#include "common/values.h"

namespace {

using namespace matmul_terms;

template <typename Real>
void show(Lesson& lesson, std::size_t n, std::size_t inner, Factors<Real> factors) {
  const Shape shape{n, inner, n};
  product::check_shape(shape);
  const std::vector<Real> a = random_reals<Real>(n * inner, 0, 1, lesson.seed());
  const std::vector<Real> b = random_reals<Real>(inner * n, 0, 1, lesson.seed() + 1);
  const std::vector<Real> before = random_reals<Real>(n * n, 0, 1, lesson.seed() + 2);
  const std::vector<std::size_t> rows = product::rows_to_check(n);
  const std::vector<Real> expected = combined_cpu(
      product::take_rows(a, inner, rows), b, product::take_rows(before, n, rows), {rows.size(), inner, n}, factors);
  const DeviceBuffer<Real> d_a(a), d_b(b), d_before(before);
  DeviceBuffer<Real> d_c(n * n), d_scratch(n * n);

  const Ceiling ceiling = sizeof(Real) == sizeof(float) ? Ceiling::fp32 : Ceiling::fp64;
  // No number is negative. Each term adds two roundings to those of the product, one for the factor and one for the
  // sum, here and in the reference.
  const double bound = product::error_bound<Real>(inner + 4);
  Report& report = lesson.report({.flops = 2.0 * n * n * inner, .ceiling = ceiling, .bound = bound},
                                 "inner " + std::to_string(inner));
  report.writes(d_c);
  for (const auto& rung : ladder<Real>())
    report.rung(
        rung.name,
        [&] { rung.run(d_a.data(), d_b.data(), d_before.data(), d_c.data(), d_scratch.data(), shape, factors); },
        [&] { return max_relative_error(product::take_rows(d_c.to_host(), n, rows), expected); });
  report.print("The shorter the inner dimension, the larger the share of the two passes over c.");
}

// Every element of c is NaN, and beta is 0.
void show_zero(Lesson& lesson) {
  const Shape shape{4, 4, 4};
  const DeviceBuffer<float> d_a(std::vector<float>(16, 1)), d_b(std::vector<float>(16, 1));
  std::printf("beta = 0, and c holds NaN:");
  for (const auto& rung : ladder<float>()) {
    DeviceBuffer<float> d_c(std::vector<float>(16, std::numeric_limits<float>::quiet_NaN())), d_scratch(16);
    rung.run(d_a.data(), d_b.data(), d_c.data(), d_c.data(), d_scratch.data(), shape, {1, 0});
    const float result = d_c.to_host()[0];
    std::printf(" %s %g;", rung.name, static_cast<double>(result));
    lesson.expect(rung.name == std::string("zero_skipped") ? result == 4 : result != result, rung.name);
  }
  std::printf(" BLAS wants 4\n");
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("matmul_terms",
                "c = alpha a b + beta c: two more factors, applied in a separate kernel or in the product's.");
  const std::size_t& n = lesson.size("--n", 4096, 128, "rows and columns of c", 1, 1 << 16);
  const std::size_t& inner = lesson.size("--inner", 256, 32, "columns of a, rows of b", 1, 1 << 16);
  const double& alpha = lesson.real("--alpha", 2, "the factor of the product", 0, 1e6);
  const double& beta = lesson.real("--beta", 0.5, "the factor of c", 0, 1e6);
  return lesson.main(argc, argv, [&] {
    if (lesson.single()) {
      show<float>(lesson, n, inner, {static_cast<float>(alpha), static_cast<float>(beta)});
    } else {
      show<double>(lesson, n, inner, {alpha, beta});
    }
    show_zero(lesson);
  });
}
