// Blur an image with every rung, check the pixels against the reference, compare the times.
#include <cstdio>
#include <string>

#include "ch07_global/image_rows/image_rows.h"
#include "common/image.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/values.h"

namespace {

struct Choices {
  const std::size_t &width, &height;
  const std::string &image, &output;
};

void show(Lesson& lesson, const Choices& options) {
  Image image{.width = static_cast<int>(options.width), .height = static_cast<int>(options.height), .values = {}};
  image.channels = 3;
  if (!options.image.empty()) image = read_image(options.image);
  const int width = image.width, height = image.height;
  const std::size_t n = image.pixels();
  // Device memory first: if it does not suffice, the program ends before it fills host memory.
  DeviceBuffer<float> d_colours(image.channels * n), d_grey(n), d_result(n);
  if (options.image.empty()) image.values = random_integers<float>(3 * n, 0, 255, lesson.seed());
  d_colours.copy_from(image.values);

  Report& report = lesson.report({.bytes = 2.0 * n * sizeof(float), .ceiling = Ceiling::copy});
  report.writes(d_result);
  std::vector<float> pixels = image.values;
  if (image.channels == 3) {
    pixels = image_rows::grey_cpu(image.values);
    report.rung(
        "grey", {.bytes = 4.0 * n * sizeof(float), .ceiling = Ceiling::copy},
        [&] { image_rows::grey(d_colours.data(), d_result.data(), n); },
        [&] { return mismatches(d_result.to_host(), pixels); });
  }
  d_grey.copy_from(pixels);
  const image_rows::PitchedImage copy(d_grey.data(), width, height);
  std::printf("%d x %d pixels; a row has %zu bytes, with a pitch %zu\n", width, height, width * sizeof(float),
              copy.pitch());

  std::vector<float> expected;
  report.cpu("CPU, one core", [&] {
    expected = image_rows::blur_cpu(pixels, width, height);
    return expected[n / 2];
  });
  for (const auto& rung : image_rows::ladder())
    report.rung(
        rung.name, [&] { rung.run(d_grey.data(), copy, d_result.data(), width, height); },
        [&] { return mismatches(d_result.to_host(), expected); });
  report.print("A pitch aligns the rows. A texture also returns values for pixels outside the image.");

  if (options.output.empty()) return;
  write_image(options.output,
              {.width = width, .height = height, .maximum = image.maximum, .values = d_result.to_host()});
  std::printf("written: %s\n", options.output.c_str());
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("image_rows", "Make an image grey and blur it: rows without a gap, rows with a pitch, a texture.");
  const Choices options{
      lesson.size("--width", 8001, 101, "pixels", 1, 30'000),
      lesson.size("--height", 8001, 60, "pixels", 1, 30'000),
      lesson.text("--image", "", "a PGM or PPM file to blur instead of random pixels"),
      lesson.text("--output", "", "where to write the blurred image"),
  };
  return lesson.main(argc, argv, [&] {
    if (!lesson.single()) throw UsageError("image_rows has float pixels only: it does not support --precision double");
    show(lesson, options);
  });
}
