// Blur an image with every rung, check each result against the reference, compare the times.
#include <cmath>
#include <cstdio>

#include "ch08_constant/convolution/convolution.h"
#include "common/image.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/values.h"

namespace {

struct Choices {
  const std::size_t &width, &height, &filter;
  const std::string &border, &image, &output;
};

// A test card: rings that become narrower outwards, and a little noise.
Image test_card(int width, int height, unsigned seed) {
  Image card{.width = width, .height = height, .values = {}};
  card.values = random_reals<float>(card.pixels(), 0, 16, seed);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const float from_middle = std::hypot(x - width * 0.5f, y - height * 0.5f);
      card.plane(0)[std::size_t(y) * width + x] += 119.0f * (1 + std::sin(from_middle * from_middle / (2 * width)));
    }
  }
  return card;
}

// The column and the row of a Gaussian: the weights of each add up to 1, so the image keeps its brightness.
template <typename Real>
std::vector<Real> gaussian_factors(int size) {
  std::vector<Real> factors(2 * size);
  double sum = 0;
  for (int i = 0; i < size; ++i) {
    const double distance = (i - size / 2) / (0.25 * size);
    factors[i] = static_cast<Real>(std::exp(-0.5 * distance * distance));
    sum += factors[i];
  }
  for (int i = 0; i < size; ++i) factors[i] = factors[size + i] = static_cast<Real>(factors[i] / sum);
  return factors;
}

template <typename Real>
void show(Lesson& lesson, const Choices& options) {
  const int size = static_cast<int>(options.filter);
  if (size % 2 == 0)
    throw UsageError("a filter's side must be odd, so that it has a middle: not " + std::to_string(size));
  Image image{.width = static_cast<int>(options.width), .height = static_cast<int>(options.height), .values = {}};
  if (!options.image.empty()) image = read_image(options.image);
  const int width = image.width, height = image.height;
  const std::size_t n = image.pixels();
  // Device memory first: if it does not suffice, the program ends before it fills host memory.
  DeviceBuffer<Real> d_image(n), d_scratch(n), d_result(n);
  if (options.image.empty()) image = test_card(width, height, lesson.seed());
  const convolution::Border border = options.border == "clamp" ? convolution::Border::clamp : convolution::Border::zero;

  const std::vector<Real> factors = gaussian_factors<Real>(size);
  std::vector<Real> filter(size * size);
  for (int i = 0; i < size; ++i)
    for (int j = 0; j < size; ++j) filter[i * size + j] = factors[i] * factors[size + j];

  const std::vector<Real> pixels(image.plane(0), image.plane(0) + n);
  const DeviceBuffer<Real> d_filter(filter), d_factors(factors);
  d_image.copy_from(pixels);
  const convolution::Problem<Real> problem{d_image.data(), width,  height,           d_filter.data(), d_factors.data(),
                                           size,           border, d_scratch.data(), d_result.data()};

  std::printf("%d x %d pixels, filter %d x %d, beyond the edge: %s\n", width, height, size, size,
              options.border.c_str());
  const double bound = convolution::error_bound<Real>(size, image.maximum);
  const Ceiling ceiling = lesson.single() ? Ceiling::fp32 : Ceiling::fp64;
  const Work work{.flops = 2.0 * size * size * n, .ceiling = ceiling, .bound = bound};
  const Work separable_work{.flops = 4.0 * size * n, .ceiling = ceiling, .bound = bound};

  std::vector<double> expected;
  Report& report = lesson.report(work);
  report.cpu("CPU, one core, separable", [&] {
    expected = convolution::separable_cpu(pixels, width, height, factors, size, border);
    return expected[n / 2];
  });
  report.writes(d_result);
  report.writes(d_scratch);
  for (const auto& rung : convolution::ladder<Real>())
    report.rung(
        rung.name, rung.separable ? separable_work : work, [&] { rung.run(problem); },
        [&] { return max_absolute_error(d_result.to_host(), expected); });
  report.print(
      "Constant memory saves half the loads, tiles take the others from shared memory, registers avoid them; a "
      "separable filter saves operations. Errors are in grey levels.");

  if (options.output.empty()) return;
  for (int c = 0; c < image.channels; ++c) {
    d_image.copy_from(std::vector<Real>(image.plane(c), image.plane(c) + n));
    convolution::ladder<Real>()[3].run(problem);
    const std::vector<Real> blurred = d_result.to_host();
    std::copy(blurred.begin(), blurred.end(), image.plane(c));
  }
  write_image(options.output, image);
  std::printf("written: %s\n", options.output.c_str());
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("convolution", "Blur an image with a Gaussian: where do the weights and the pixels come from?");
  const Choices options{
      lesson.size("--width", 4096, 200, "pixels", 1, largest_side),
      lesson.size("--height", 4096, 150, "pixels", 1, largest_side),
      lesson.size("--filter", 31, 13, "side of the filter, odd", 1, convolution::largest_size),
      lesson.choice("--border", {"clamp", "zero"}, "what lies beyond the edge"),
      lesson.text("--image", "", "a PGM or PPM file to blur instead of a test card"),
      lesson.text("--output", "", "where to write the blurred image"),
  };
  return lesson.main(argc, argv,
                     [&] { lesson.single() ? show<float>(lesson, options) : show<double>(lesson, options); });
}
