// Measure the roof (copy bandwidth, FMA rate), run every kernel, and show how far each is below the roof.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>

#include "ch05_timing/roofline/roofline.h"
#include "common/check.h"
#include "common/lesson.h"
#include "common/timer.h"
#include "common/values.h"

namespace {

constexpr std::size_t checked_elements = 500;  // spread over the array; each is computed by the reference

template <typename Real>
double error_of(const roofline::Kernel<Real>& kernel, const std::vector<Real>& a, const std::vector<Real>& b,
                const std::vector<Real>& c) {
  const std::size_t elements = kernel.elements(a.size());
  const std::size_t step = std::max<std::size_t>(elements / checked_elements, 1);
  double error = 0;
  for (std::size_t i = 0; i < elements; i += step)
    error = worse(relative_error(static_cast<double>(c[i]), kernel.reference(a, b, i)), error);
  return error;
}

template <typename Real>
void show(Lesson& lesson, std::size_t n) {
  const double bandwidth = measured(Ceiling::copy);
  const double flop_rate = measured(sizeof(Real) == 4 ? Ceiling::fp32 : Ceiling::fp64);
  const std::string roof_text = format("roof: %.1f GB/s of copying", bandwidth / 1e9) +
                                format(", %.1f GFLOP/s of FMAs", flop_rate / 1e9) +
                                format("; they meet at %.1f flop per byte", flop_rate / bandwidth);

  const std::vector<Real> a = random_reals<Real>(n, 0, 1, lesson.seed());
  const std::vector<Real> b = random_reals<Real>(n, 0, 1, lesson.seed() + 1);
  std::vector<Real> c(n);
  const std::size_t bytes = n * sizeof(Real);
  Real *d_a = nullptr, *d_b = nullptr, *d_c = nullptr;
  for (Real** p : {&d_a, &d_b, &d_c}) check(cudaMalloc(p, bytes));
  check(cudaMemcpy(d_a, a.data(), bytes, cudaMemcpyHostToDevice));
  check(cudaMemcpy(d_b, b.data(), bytes, cudaMemcpyHostToDevice));

  std::vector<std::vector<std::string>> table{{"kernel", "ms", "flop/byte", "GFLOP/s", "roof", "% of roof", "error"}};
  std::vector<roofline::Point> points;
  for (const auto& kernel : roofline::ladder<Real>()) {
    const auto spoil = [&] { check(cudaMemset(d_c, 0xFF, bytes)); };
    declare_flops(kernel.flops(n) * static_cast<double>(kernel.elements(n)));
    const double ms = median_ms([&] { kernel.run(d_a, d_b, d_c, n); }, lesson.repeats(), lesson.warm_ups(),
                                {.first_and_last = spoil});
    check(cudaMemcpy(c.data(), d_c, bytes, cudaMemcpyDeviceToHost));

    const double error = error_of(kernel, a, b, c), intensity = kernel.intensity(n);
    const double rate = kernel.flops(n) * static_cast<double>(kernel.elements(n)) / ms * 1e3;
    const double roof = std::min(flop_rate, intensity * bandwidth);
    lesson.expect(error <= kernel.bound(n), std::string(kernel.name) + " is not what the reference gives");
    table.push_back({std::string(1, kernel.letter) + ": " + kernel.name, format("%.4f", ms), format("%.3f", intensity),
                     format("%.1f", rate / 1e9), format("%.1f", roof / 1e9), format("%.1f", 100 * rate / roof),
                     format("%.1e", error)});
    points.push_back({kernel.letter, intensity, rate});
  }
  for (Real* p : {d_a, d_b, d_c}) check(cudaFree(p));

  print_table(roof_text, table, "", lesson.files());
  if (!times_count()) return;
  std::printf(
      "\n%s\nUnder the slope only fewer bytes help; under the flat part, only fewer instructions. A kernel far below "
      "both moves or computes more than necessary.\n",
      roofline::chart(bandwidth, flop_rate, points).c_str());
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("roofline", "The roof of this device, and where kernels stand under it.");
  const std::size_t& n = lesson.size("--n", 1 << 26, 1 << 16, "elements", 1);
  return lesson.main(argc, argv, [&] { lesson.single() ? show<float>(lesson, n) : show<double>(lesson, n); });
}
