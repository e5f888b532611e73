// Filter an image with larger and larger filters, by sums and by transforms: from which size on is the latter faster?
#include <algorithm>
#include <cstdio>

#include "ch20_cufft/convolution_fft/convolution_fft.h"
#include "common/lesson.h"
#include "common/plot.h"
#include "common/timer.h"
#include "common/values.h"

namespace {

using namespace convolution_fft;

constexpr std::size_t checked_pixels = 1000;

// Positive weights with the sum 1, or so close to it that rounding them to Real cannot matter.
template <typename Real>
std::vector<Real> random_filter(int size, unsigned seed) {
  const auto x = random_reals<double>(std::size_t(size) * size, 0, 1, seed);
  double sum = 0;
  for (const double v : x) sum += v;
  std::vector<Real> weights;
  for (const double v : x) weights.push_back(static_cast<Real>(v / sum));
  return weights;
}

template <typename Real>
void show(Lesson& lesson, int n, int most, const std::string& svg) {
  const std::vector<Real> image = random_reals<Real>(std::size_t(n) * n, 0, 1, lesson.seed());
  const DeviceBuffer<Real> d_image(image);
  DeviceBuffer<Real> d_result(image.size());

  std::vector<std::vector<std::string>> lines{{"filter"}};
  std::vector<Curve> curves;
  for (const auto& rung : ladder<Real>()) {
    curves.push_back({rung.name, {}});
    lines[0].push_back(std::string(rung.name) + " ms");
  }
  lines[0].push_back("fastest");
  lines[0].push_back("largest error");
  int crossover = 0;  // the first size from which on by_fft is the fastest
  for (int size = 3; size <= most; size = 2 * size + 1) {
    const std::vector<Real> filter = random_filter<Real>(size, lesson.seed());
    const DeviceBuffer<Real> d_filter(filter);
    const Problem<Real> p{d_image.data(), n, n, d_filter.data(), size, d_result.data()};
    FftParts<Real> parts(p);
    lines.push_back({format("%d x %d", size, size)});
    std::size_t best = 0;
    double largest_error = 0;
    for (std::size_t i = 0; i < curves.size(); ++i) {
      const Rung<Real>& rung = ladder<Real>()[i];
      d_result.fill_bytes(0xFF);
      const double ms = median_ms([&] { rung.run(p, parts, nullptr); }, lesson.repeats(), lesson.warm_ups());
      const std::size_t step = std::max<std::size_t>(image.size() / checked_pixels, 1) | 1;  // odd: not one column
      const double error = error_of(d_result.to_host(), image, n, n, filter, size, step);
      lesson.expect(error <= error_bound(p), format("%s with a filter of %d", rung.name, size));
      largest_error = worse(error, largest_error);
      curves[i].points.push_back({static_cast<double>(size), ms});
      lines.back().push_back(format("%.4f", ms));
      if (ms < curves[best].points.back().second) best = i;
    }
    lines.back().push_back(curves[best].name);
    lines.back().push_back(format("%.1e", largest_error));
    if (curves[best].name != "by_fft") crossover = 0;
    if (curves[best].name == "by_fft" && crossover == 0) crossover = size;
  }
  print_table(format("an image of %d * %d pixels", n, n), lines,
              "The sums grow with the filter's area. Three transforms cost the same for a filter of any size.",
              lesson.files());
  if (times_count() && crossover > 0) std::printf("\nby_fft is the fastest from %d x %d on.\n", crossover, crossover);
  if (times_count() && crossover == 0) std::printf("\nby_fft is not the fastest for the largest of these filters.\n");

  Plot plot(format("A filter over %d * %d pixels", n, n), "size of the filter's side", "time (ms)", Scale::logarithmic,
            Scale::logarithmic);
  for (const Curve& curve : curves) plot.add(curve);
  if (!svg.empty()) plot.write_svg(svg);
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("convolution_fft", "Filtering an image: by sums, and by the product of two spectra.");
  const std::size_t& n = lesson.size("--n", 2048, 48, "pixels per side of the image", 1, 16'384);
  const std::size_t& most =
      lesson.size("--most", largest_size, 31, "pixels per side of the largest filter", 3, largest_size);
  const std::string& svg = lesson.text("--svg", "", "file for the times over the filter's size, as a drawing");
  return lesson.main(argc, argv, [&] {
    const int side = static_cast<int>(n), filter = static_cast<int>(most);
    lesson.single() ? show<float>(lesson, side, filter, svg) : show<double>(lesson, side, filter, svg);
  });
}
