// Multiply matrices of 8-bit elements with their scales: speed beside a library, and what quantising loses.
#include <cmath>
#include <cstdio>
#include <list>

#include "ch24_tensor_cores/int8_and_fp8/int8_and_fp8.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/product_show.h"
#include "common/values.h"

namespace {

using namespace int8_and_fp8;

// Lines of very different sizes, as the matrices of neural networks have them: up to 16 times as large as others.
std::vector<float> numbers(std::size_t lines, std::size_t inner, unsigned seed) {
  std::vector<float> x = random_reals<float>(lines * inner, -1, 1, seed);
  const std::vector<float> powers = random_reals<float>(lines, 0, 4, seed + 100);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] *= std::exp2(powers[i / inner]);
  return x;
}

// The factors as a rung's elements, here and on the device.
struct Operands {
  Operands(const Rung& rung, const std::vector<float>& a_, const std::vector<float>& b_, Shape shape)
      : a(rung.quantise(a_, shape.rows, shape.inner)),
        b(rung.quantise(b_, shape.cols, shape.inner)),
        a_bytes(a.bytes),
        b_bytes(b.bytes),
        a_scales(a.scales),
        b_scales(b.scales) {}
  const Quantised a, b;
  const DeviceBuffer<std::uint8_t> a_bytes, b_bytes;
  const DeviceBuffer<float> a_scales, b_scales;
};

void show(Lesson& lesson, Shape shape) {
  product::check_shape(shape);
  const std::vector<float> a = numbers(shape.rows, shape.inner, lesson.seed());
  const std::vector<float> b = numbers(shape.cols, shape.inner, lesson.seed() + 1);
  const std::vector<std::size_t> rows = product::rows_to_check(shape.rows);
  const Shape checked = {rows.size(), shape.inner, shape.cols};
  const std::vector<float> a_rows = product::take_rows(a, shape.inner, rows);
  const std::vector<double> exact = multiply_lines(std::vector<double>(a_rows.begin(), a_rows.end()),
                                                   std::vector<double>(b.begin(), b.end()), checked);
  // Against the product of the elements' own values, which loses what quantising loses.
  const auto scaled_rows = [&](const Operands& of) {
    const Quantised some = {
        {}, product::take_rows(of.a.values, shape.inner, rows), product::take_rows(of.a.scales, 1, rows)};
    return scaled_product(some, of.b, checked);
  };
  // Terms of both signs: their magnitudes add up to sqrt(inner) times their sum, at most and about.
  const double adding = error_bound(shape.inner) * std::sqrt(static_cast<double>(shape.inner));

  DeviceBuffer<float> d_c(shape.rows * shape.cols);
  const Work work = {.flops = 2.0 * shape.rows * shape.inner * shape.cols};
  Report& report = lesson.report(work, std::to_string(shape.rows) + " x " + std::to_string(shape.inner) + " x " +
                                           std::to_string(shape.cols) + ", 8-bit factors");
  report.writes(d_c);
  std::list<Operands> kept;  // the library's launches go on beside the later rungs'
  if (lesson.peers() && peers().empty()) std::printf("no library here to compare with\n");
  for (const Rung& rung : ladder()) {
    if (!report.fits(rung.name, rung.needs)) continue;
    const Operands& of = kept.emplace_back(rung, a, b, shape);
    if (lesson.peers() && kept.size() == 1 && !peers().empty()) {  // the elements of the first rung, without scales
      auto* const whole = reinterpret_cast<std::int32_t*>(d_c.data());
      report.library(
          peers()[0].name, [&, whole] { peers()[0].run(of.a_bytes.data(), of.b_bytes.data(), whole, shape, nullptr); },
          [&] {
            std::vector<std::int32_t> c(d_c.size());
            if (!c.empty()) check(cudaMemcpy(c.data(), d_c.data(), d_c.bytes(), cudaMemcpyDeviceToHost));
            const std::vector<std::int32_t> some = product::take_rows(c, shape.cols, rows);
            const Quantised a_checked = {{}, product::take_rows(of.a.values, shape.inner, rows), {}};
            return norm_error(some, multiply_lines(a_checked.values, of.b.values, checked));
          });
    }
    const double lost = norm_error(scaled_rows(of), exact);
    report.rung(
        rung.name, {.flops = work.flops, .bound = lost + adding},
        [&] {
          rung.run({of.a_bytes.data(), of.a_scales.data()}, {of.b_bytes.data(), of.b_scales.data()}, d_c.data(), shape,
                   nullptr);
        },
        [&] { return norm_error(product::take_rows(d_c.to_host(), shape.cols, rows), exact); });
  }
  report.print(
      "With one scale, lines of small numbers use few of the 8 bits; a scale per line costs nothing. (The library's "
      "error "
      "is that of its whole numbers.)");
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("int8_and_fp8", "Multiply matrices of int8 and E4M3, with a scale per matrix or per line.");
  const product::Sides sides(lesson, 8192, 96);
  return lesson.main(argc, argv, [&] { show(lesson, sides.shape()); });
}
