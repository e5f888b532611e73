// Draw the Mandelbrot set with every rung, check each image, compare the times, and write it to a file.
#include <cstdio>
#include <random>

#include "ch23_dynamic_parallelism/adaptive/adaptive.h"
#include "common/image.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/values.h"

namespace {

using namespace adaptive;

// The steps of some pixels (all, if there are few) on the CPU; returns the number of pixels that differ.
template <typename Real>
double wrong_in_sample(const View<Real>& view, const std::vector<Dwell>& dwells, unsigned seed) {
  constexpr std::size_t sample = 20'000;
  std::mt19937_64 random(seed);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < std::min(sample, dwells.size()); ++i) {
    const std::size_t at = dwells.size() <= sample ? i : random() % dwells.size();
    const int row = static_cast<int>(at / view.cols), col = static_cast<int>(at % view.cols);
    if (dwells[at] != dwell_cpu(view, row, col)) ++wrong;
  }
  return static_cast<double>(wrong);
}

// At most 1024 pixels wide and high. The set is black; a point outside is the brighter, the more steps it takes.
void write(const std::string& path, const std::vector<Dwell>& dwells, int rows, int cols, int limit) {
  const int apart = (std::max(rows, cols) + 1023) / 1024;
  Image image{.width = (cols + apart - 1) / apart, .height = (rows + apart - 1) / apart, .channels = 3, .values = {}};
  image.values.resize(3 * image.pixels());
  for (std::size_t p = 0; p < image.pixels(); ++p) {
    const std::size_t row = p / image.width * apart, col = p % image.width * apart;
    const int dwell = dwells[row * cols + col];
    const float level = dwell == limit ? 0 : std::log2(1 + static_cast<float>(dwell)) / 12;  // 1 at 4095
    image.plane(0)[p] = 255 * std::min(1.0f, 2 * level);
    image.plane(1)[p] = 255 * level;
    image.plane(2)[p] = dwell == limit ? 0 : 64 + 191 * level;
  }
  write_image(path, image);
}

template <typename Real>
void show(Lesson& lesson, const View<Real>& view, const std::string& picture) {
  const std::size_t pixels = std::size_t{1} * view.rows * view.cols;
  DeviceBuffer<Dwell> d_dwells(pixels);
  DeviceBuffer<unsigned> d_scratch(scratch_words(view.rows, view.cols));
  Report& report = lesson.report({.items = static_cast<double>(pixels)});
  report.writes(d_dwells);

  // The first rung's image is checked against the CPU; the expected image of the others follows from it.
  std::vector<Dwell> of_pixels, expected;
  for (const Rung<Real>& rung : ladder<Real>())
    report.rung(
        rung.name, [&] { rung.run(view, d_dwells.data(), d_scratch.data()); },
        [&] {
          check_launches(d_scratch.data());
          std::vector<Dwell> dwells = d_dwells.to_host();
          if (rung.name != std::string("per_pixel")) return mismatches(dwells, expected);
          of_pixels = std::move(dwells);
          expected = filled_cpu(of_pixels, view.rows, view.cols);
          return wrong_in_sample(view, of_pixels, lesson.seed());
        });
  report.print(
      "A box whose border has one dwell takes no steps inside. The rungs below differ in what launches the boxes.");

  const auto times = [&](const char* name) { return report.ms("per_pixel") / report.ms(name); };
  if (times_count())
    std::printf("\nagainst per_pixel: nested %.1f, nested_coarse %.1f, level_lists %.1f, queue %.1f times as fast\n",
                times("nested"), times("nested_coarse"), times("level_lists"), times("queue"));
  std::printf("pixels that filling changed: %.0f of %zu\n", mismatches(expected, of_pixels), pixels);
  if (!picture.empty()) write(picture, expected, view.rows, view.cols, view.limit);
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("adaptive", "The Mandelbrot set by boxes that are divided only where they must be.");
  const std::size_t& rows = lesson.size("--rows", 4096, 200, "pixels from top to bottom", 1, 65'536);
  const std::size_t& cols = lesson.size("--cols", 4096, 200, "pixels from left to right", 1, 65'536);
  const std::size_t& limit =
      lesson.size("--iterations", 4096, 256, "steps that make a point one of the set", 0, 65'535);
  const std::string& picture = lesson.text("--picture", "", "write the picture to this PPM file");
  const std::size_t& pending = lesson.size("--pending", 32'768, 32'768, "launches by kernels that may be pending");
  return lesson.main(argc, argv, [&] {
    const int height = static_cast<int>(rows), width = static_cast<int>(cols), steps = static_cast<int>(limit);
    allow_pending_launches(pending);
    if (lesson.single())
      show(lesson, whole_set<float>(height, width, steps), picture);
    else
      show(lesson, whole_set<double>(height, width, steps), picture);
  });
}
