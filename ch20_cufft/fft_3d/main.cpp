// Transform a volume of a few waves, whose spectrum is known, with every rung.
#include <cmath>

#include "ch20_cufft/fft_3d/fft_3d.h"
#include "common/lesson.h"
#include "common/values.h"

namespace {

using namespace fft_3d;

// exp(2 pi i (turns * place / n)) for all places.
Exact wave_along(int n, int turns) {
  Exact wave(n);
  for (int place = 0; place < n; ++place)
    wave[place] = std::polar(1.0, 2 * std::acos(-1.0) * (static_cast<long long>(turns) * place % n) / n);
  return wave;
}

// Adds `height` times the wave with these numbers of turns, and notes its place in the spectrum.
void add_wave(Exact& values, Exact& spectrum, Size size, Size turns, double height) {
  const Exact x = wave_along(size.x, turns.x), y = wave_along(size.y, turns.y), z = wave_along(size.z, turns.z);
  std::size_t i = 0;
  for (int c = 0; c < size.z; ++c)
    for (int b = 0; b < size.y; ++b) {
      const std::complex<double> both = height * z[c] * y[b];
      for (int a = 0; a < size.x; ++a) values[i++] += both * x[a];
    }
  const std::size_t place = (std::size_t(turns.z) * size.y + turns.y) * size.x + turns.x;
  spectrum[place] += height * static_cast<double>(size.points());
}

template <typename Real>
void show(Lesson& lesson, Size size) {
  const std::size_t n = size.points();
  DeviceBuffer<FftComplex<Real>> d_x(n), d_y(n);
  Exact values(n), spectrum(n);
  add_wave(values, spectrum, size, {size.x / 3, size.y / 2, size.z / 5}, 1);
  add_wave(values, spectrum, size, {size.x - 1, 0, size.z - 1}, 2);
  std::vector<FftComplex<Real>> x(n);
  for (std::size_t i = 0; i < n; ++i) x[i] = {static_cast<Real>(values[i].real()), static_cast<Real>(values[i].imag())};
  d_x.copy_from(x);
  const Plans<Real> plans(size);

  // The values are rounded once before the transform.
  const double elements = static_cast<double>(n);
  const Work work{.bytes = 2 * elements * sizeof(FftComplex<Real>),
                  .ceiling = Ceiling::copy,
                  .bound = fft_bound<Real>(n) + std::numeric_limits<Real>::epsilon()};
  Report& report = lesson.report(work);
  report.writes(d_y);
  for (const auto& rung : ladder<Real>())
    report.rung(
        rung.name, [&] { rung.run(plans, d_x.data(), d_y.data(), nullptr); },
        [&] { return error_of(d_y.to_host(), spectrum); });
  report.print("The share is of one pass over memory: how many passes does a transform in three dimensions need?");
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("fft_3d", "The Fourier transform of a volume: one plan, two plans, or one for each dimension.");
  const std::size_t& x = lesson.size("--x", 256, 20, "elements in a row", 1, 1024);
  const std::size_t& y = lesson.size("--y", 256, 12, "rows in a slice", 1, 1024);
  const std::size_t& z = lesson.size("--z", 256, 10, "slices", 1, 1024);
  return lesson.main(argc, argv, [&] {
    const Size size{static_cast<int>(x), static_cast<int>(y), static_cast<int>(z)};
    lesson.single() ? show<float>(lesson, size) : show<double>(lesson, size);
  });
}
