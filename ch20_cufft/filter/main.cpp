// Three sines and noise: remove the high frequencies, and measure how much of the noise remains.
#include <cstdio>

#include "ch20_cufft/filter/filter.h"
#include "common/lesson.h"
#include "common/plot.h"
#include "common/values.h"

namespace {

using namespace filter;

constexpr double pi = 3.14159265358979323846;

// 3, 7 and 15 periods.
std::vector<double> clean_signal(std::size_t n) {
  std::vector<double> x(n);
  for (std::size_t i = 0; i < n; ++i) {
    const double t = 2 * pi * static_cast<double>(i) / static_cast<double>(n);
    x[i] = std::sin(3 * t) + 0.6 * std::cos(7 * t) + 0.3 * std::sin(15 * t);
  }
  return x;
}

// Normal numbers (Box and Muller, 1958).
std::vector<double> noise(std::size_t n, double deviation, unsigned seed) {
  const auto u = random_reals<double>(2 * n, 0, 1, seed);
  std::vector<double> x(n);
  for (std::size_t i = 0; i < n; ++i)
    x[i] = deviation * std::sqrt(-2 * std::log(1 - u[2 * i])) * std::cos(2 * pi * u[2 * i + 1]);
  return x;
}

// The square root of the mean square of the first values minus clean.
template <typename Real>
double rms(const std::vector<Real>& values, const std::vector<double>& clean) {
  double sum = 0;
  for (std::size_t i = 0; i < clean.size(); ++i) sum += (values[i] - clean[i]) * (values[i] - clean[i]);
  return std::sqrt(sum / static_cast<double>(clean.size()));
}

template <typename Real>
void draw(const std::string& file, const std::vector<Real>& x, const std::vector<Real>& y,
          const std::vector<double>& clean) {
  Plot plot("A noisy signal, before and after the low pass", "element", "value");
  Curve before{"before", {}}, after{"after", {}}, without{"without noise", {}};
  const std::size_t step = std::max<std::size_t>(clean.size() / 500, 1);
  for (std::size_t i = 0; i < clean.size(); i += step) {
    const auto place = static_cast<double>(i);
    before.points.push_back({place, x[i]});
    after.points.push_back({place, y[i]});
    without.points.push_back({place, clean[i]});
  }
  for (Curve* curve : {&before, &after, &without}) plot.add(*curve);
  plot.write_svg(file);
}

template <typename Real>
void show(Lesson& lesson, std::size_t n, std::size_t cutoff, double deviation, const std::string& svg) {
  const RealFft<Real> plans({static_cast<int>(n)});
  const std::vector<double> clean = clean_signal(n), noisy = noise(n, deviation, lesson.seed());
  std::vector<Real> x(n);
  for (std::size_t i = 0; i < n; ++i) x[i] = static_cast<Real>(clean[i] + noisy[i]);
  std::vector<double> expected;
  const DeviceBuffer<Real> d_x(x);
  DeviceBuffer<Real> d_y(2 * frequencies(n));
  DeviceBuffer<FftComplex<Real>> d_spectrum(frequencies(n));

  Report& report = lesson.report({.bytes = 2.0 * d_x.bytes(), .ceiling = Ceiling::copy, .bound = error_bound<Real>(n)});
  report.cpu("CPU, one core: sums", [&] {
    expected = low_pass_cpu(x, cutoff);
    return expected[0];
  });
  report.writes(d_y);
  report.writes(d_spectrum);
  for (const auto& rung : ladder<Real>())
    report.rung(
        rung.name, [&] { rung.run(d_x.data(), d_y.data(), d_spectrum.data(), n, cutoff, plans, nullptr); },
        [&] { return error_of(d_y.to_host(), expected, x); });
  report.print("In place needs one array less. Here it also copies the signal first, which the other rung does not.");

  // The noise has the same power at all frequencies, and 2 cutoff + 1 of n numbers of the spectrum are kept. Their
  // squares, which are those of as many normal numbers, have a mean with a deviation of sqrt(2 / (2 cutoff + 1)).
  const std::vector<Real> y = d_y.to_host();
  const double kept = 2.0 * static_cast<double>(cutoff) + 1;
  const double before = rms(x, clean), after = rms(y, clean);
  const double theory = deviation * std::sqrt(kept / static_cast<double>(n));
  std::printf(
      "\nnoise before: %.5f, after: %.5f; in theory %.5f, as the noise of %.0f in %zu numbers of the spectrum is "
      "kept\n",
      before, after, theory, kept, n);
  const double off = after * after / (theory * theory) - 1;
  lesson.expect(std::abs(off) <= 6 * std::sqrt(2 / kept), "the noise that is left is not what theory says");
  if (!svg.empty()) draw(svg, x, y, clean);
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("filter", "A noisy signal, and what a low pass leaves of the noise.");
  const std::size_t& n = lesson.size("--n", 1 << 22, 8192, "elements", 64, 1 << 28);
  const std::size_t& cutoff = lesson.size("--cutoff", 20, 20, "the highest frequency that is kept, in periods", 15, 31);
  const double& deviation = lesson.real("--noise", 0.8, "standard deviation of the noise", 1e-3, 1e3);
  const std::string& svg = lesson.text("--svg", "", "file for the signal before and after, as a drawing");
  return lesson.main(argc, argv, [&] {
    lesson.single() ? show<float>(lesson, n, cutoff, deviation, svg) : show<double>(lesson, n, cutoff, deviation, svg);
  });
}
