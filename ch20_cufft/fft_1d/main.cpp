// Transform signals with every rung, check and time them; then properties of the transform, real signals and batches.
#include <cstdio>

#include "ch20_cufft/fft_1d/fft_1d.h"
#include "common/check.h"
#include "common/lesson.h"
#include "common/plot.h"
#include "common/timer.h"
#include "common/values.h"

namespace {

using namespace fft_1d;

template <typename Real>
void show_rungs(Lesson& lesson, std::size_t n) {
  const FftPlan plan({static_cast<int>(n)}, complex_to_complex<Real>);
  const auto x = random_signal<Real>(n, lesson.seed());
  const DeviceBuffer<FftComplex<Real>> d_x(x);
  DeviceBuffer<FftComplex<Real>> d_y(n), d_scratch(n);
  const Task<Real> task{d_x.data(), d_y.data(), n, 1, d_scratch.data()};
  std::vector<std::complex<double>> expected;
  const auto error = [&] { return transform_error(d_y.to_host().data(), x.data(), n, expected); };
  Work work = {.bytes = 2.0 * d_x.bytes(), .ceiling = Ceiling::copy, .bound = fft_bound<Real>(n)};
  Report& report = lesson.report(work, format("one signal of %zu complex numbers", n));
  report.cpu("CPU, one core: the sum", [&] { return (expected = transform_cpu(x.data(), n)).back().real(); });
  report.writes(d_y);
  for (const auto& rung : ladder<Real>()) {
    if (rung.powers_of_two && (n & (n - 1)) != 0) {
      report.skip(rung.name, "n must be a power of two");
      continue;
    }
    work.bound = rung.bound(n);
    report.rung(
        rung.name, work, [&] { rung.run(task, nullptr); }, error);
  }
  report.peer(
      "cuFFT", [&] { planned(plan, task); }, error);
  report.print("The sum grows with n * n, the fast one with n log2(n); the library goes through memory least often.");

  const std::vector<FftComplex<Real>> y = d_y.to_host();
  plan.inverse(d_y.data(), d_y.data());
  std::vector<FftComplex<Real>> back = d_y.to_host();
  double difference = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double scale = 1.0 / static_cast<double>(n);
    const std::complex<double> z(back[i].x * scale - x[i].x, back[i].y * scale - x[i].y);
    difference = worse(std::abs(z), difference);
  }
  const double parseval = relative_error(energy(y), static_cast<double>(n) * energy(x));
  std::printf("\nthere and back: n times the signal, error %.1e of it in an element\n", difference);
  std::printf("Parseval: the squares of the transform add up to n times those of the signal, error %.1e\n", parseval);
  std::printf("the plan's workspace: %zu bytes\n", plan.work_bytes());
  // Norms: the round trip is off by two transforms' bounds, and a single element by no more than all of them.
  lesson.expect(difference <= 2 * fft_bound<Real>(n) * std::sqrt(energy(x)), "the round trip");
  lesson.expect(parseval <= 3 * fft_bound<Real>(n), "Parseval's sum");
}

// A real signal's transform: X[n - k] is the conjugate of X[k], so n / 2 + 1 elements determine it.
template <typename Real>
void show_real(Lesson& lesson, std::size_t n) {
  const FftPlan complex_plan({static_cast<int>(n)}, complex_to_complex<Real>);
  const FftPlan real_plan({static_cast<int>(n)}, real_to_complex<Real>);
  const std::vector<Real> x = random_reals<Real>(n, -1, 1, lesson.seed());
  std::vector<FftComplex<Real>> z(n);
  for (std::size_t i = 0; i < n; ++i) z[i] = {x[i], 0};
  DeviceBuffer<Real> d_x(x);
  const std::vector<std::complex<double>> expected = transform_cpu(z.data(), n);
  DeviceBuffer<FftComplex<Real>> d_z(z), d_y(n), d_half(n / 2 + 1);
  const auto error = [&] {
    std::vector<FftComplex<Real>> y = d_half.to_host();
    for (std::size_t k = y.size(); k < n; ++k) y.push_back({y[n - k].x, -y[n - k].y});
    return transform_error(y.data(), z.data(), n, expected);
  };
  Report& report = lesson.report({.bytes = 2.0 * d_x.bytes(), .ceiling = Ceiling::copy, .bound = fft_bound<Real>(n)},
                                 format("one signal of %zu real numbers", n));
  report.writes(d_y);
  report.writes(d_half);
  report.rung(
      "as complex numbers", [&] { complex_plan.forward(d_z.data(), d_y.data()); },
      [&] { return transform_error(d_y.to_host().data(), z.data(), n, expected); });
  report.rung(
      "real to complex", [&] { real_plan.forward(d_x.data(), d_half.data()); }, error);
  report.print(format("The real transform reads %zu bytes and writes %zu elements; the other half mirrors them.",
                      d_x.bytes(), n / 2 + 1));
}

template <typename Real>
void show_batch(Lesson& lesson, std::size_t n, std::size_t batch) {
  const FftPlan one({static_cast<int>(n)}, complex_to_complex<Real>);
  const FftPlan all({static_cast<int>(n)}, complex_to_complex<Real>, static_cast<int>(batch));
  const auto x = random_signal<Real>(n * batch, lesson.seed());
  DeviceBuffer<FftComplex<Real>> d_x(x), d_y(n * batch);
  const auto error = [&] {
    const auto y = d_y.to_host();
    const std::size_t last = (batch - 1) * n;
    return worse(transform_error(&y[0], &x[0], n), transform_error(&y[last], &x[last], n));
  };
  Report& report = lesson.report({.bytes = 2.0 * d_x.bytes(), .ceiling = Ceiling::copy, .bound = fft_bound<Real>(n)},
                                 format("%zu signals of %zu complex numbers", batch, n));
  report.writes(d_y);
  report.rung(
      "a launch per signal",
      [&] {
        for (std::size_t b = 0; b < batch; ++b) one.forward(d_x.data() + b * n, d_y.data() + b * n);
      },
      error);
  report.rung(
      "one plan for all", [&] { all.forward(d_x.data(), d_y.data()); }, error);
  report.print("A short signal cannot fill the device. A plan for many of them can.");
}

template <typename Real>
void show_sizes(Lesson& lesson, std::size_t most, std::size_t most_summed, const std::string& svg) {
  Plot plot("One transform of n complex numbers", "n", "time (ms)", Scale::logarithmic, Scale::logarithmic);
  Curve direct{ladder<Real>()[0].name, {}}, fast{ladder<Real>()[1].name, {}}, library{"cuFFT", {}};
  std::vector<std::vector<std::string>> lines{
      {"n", "direct_sum ms", "fast_sum ms", "in copies", "cuFFT ms", "in copies"}};
  const Rung<Real>&direct_sum = ladder<Real>()[0], &fast_sum = ladder<Real>()[1];
  for (std::size_t n = 16; n <= most; n *= 4) {
    const FftPlan plan({static_cast<int>(n)}, complex_to_complex<Real>);
    const auto x = random_signal<Real>(n, lesson.seed());
    // A few elements of the transform: each of them costs n additions to check.
    const std::vector<std::complex<double>> expected = transform_cpu(x.data(), n, 1, n / 8);
    const DeviceBuffer<FftComplex<Real>> d_x(x);
    DeviceBuffer<FftComplex<Real>> d_y(n), d_scratch(n);
    const Task<Real> task{d_x.data(), d_y.data(), n, 1, d_scratch.data()};
    const auto ms = [&](const auto& run, double bound, const char* name) {
      d_y.fill_bytes(0xFF);
      const double ms = median_ms(run, lesson.repeats(), lesson.warm_ups());
      const double error = transform_error(d_y.to_host().data(), x.data(), n, expected, 1, n / 8);
      lesson.expect(error <= bound, format("%s of %zu elements", name, n));
      return ms;
    };
    const auto place = static_cast<double>(n);
    std::string cell = "";
    if (n <= most_summed) {
      direct.points.push_back({place, ms([&] { direct_sum.run(task, nullptr); }, direct_sum.bound(n), "direct_sum")});
      cell = format("%.4f", direct.points.back().second);
    }
    fast.points.push_back({place, ms([&] { fast_sum.run(task, nullptr); }, fft_bound<Real>(n), "fast_sum")});
    library.points.push_back({place, ms([&] { planned(plan, task); }, fft_bound<Real>(n), "cuFFT")});
    const double fast_ms = fast.points.back().second, library_ms = library.points.back().second;
    const double copy_ms = 2e3 * static_cast<double>(d_x.bytes()) / measured(Ceiling::copy);
    lines.push_back({format("%zu", n), cell, format("%.4f", fast_ms), format("%.1f", fast_ms / copy_ms),
                     format("%.4f", library_ms), format("%.1f", library_ms / copy_ms)});
  }
  std::printf("\n");
  print_table("As a function of n", lines,
              "Four times the elements are sixteen times the work for the sum, a little more than four times for the "
              "others. In copies: beyond L2 a pass takes at least one.",
              lesson.files());
  for (Curve* curve : {&direct, &fast, &library}) plot.add(*curve);
  if (!svg.empty()) plot.write_svg(svg);
}

template <typename Real>
void show(Lesson& lesson, std::size_t few, std::size_t most, std::size_t most_summed, std::size_t batch,
          const std::string& svg) {
  show_rungs<Real>(lesson, few);
  show_real<Real>(lesson, few);
  show_batch<Real>(lesson, 256, batch);
  show_sizes<Real>(lesson, most, most_summed, svg);
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("fft_1d", "The Fourier transform as a sum, as a sum of halves, and by a plan of cuFFT.");
  const std::size_t& few = lesson.size("--few", 16'384, 512, "elements of the table with all rungs", 0, 1 << 20);
  const std::size_t& n = lesson.size("--n", 1 << 24, 1 << 12, "elements of the longest signal", 16, 1 << 28);
  const std::size_t& summed =
      lesson.size("--summed", 1 << 16, 1 << 8, "elements of the longest signal for direct_sum", 0, 1 << 20);
  const std::size_t& batch = lesson.size("--batch", 4096, 64, "signals of 256 elements in a batch", 1, 1 << 20);
  const std::string& svg = lesson.text("--svg", "", "file for the times as functions of n, as a drawing");
  return lesson.main(argc, argv, [&] {
    lesson.single() ? show<float>(lesson, few, n, summed, batch, svg)
                    : show<double>(lesson, few, n, summed, batch, svg);
  });
}
