// Count the grey values of each tile with every rung; with --sizes, of images of more and more pixels.
#include <cstdio>
#include <string>

#include "ch10_atomics/histogram_tiles/histogram_tiles.h"
#include "common/image.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/timer.h"
#include "common/values.h"

namespace {

using namespace histogram_tiles;

struct Pixels {
  int width, height;
  std::vector<Byte> values;
};

Pixels pixels_of(const std::string& path) {
  const Image image = read_image(path);
  if (image.channels != 1 || image.maximum > 255) throw UsageError(path + ": not a grey image of 8 bits per pixel");
  return {image.width, image.height, {image.values.begin(), image.values.end()}};
}

Pixels random_pixels(int width, int height, unsigned seed) {
  return {width, height, random_integers<Byte>(std::size_t(width) * height, 0, 255, seed)};
}

double bytes_of(const Pixels& pixels) {
  return pixels.values.size() + double(counters(pixels.width, pixels.height)) * sizeof(Count);
}

void show(Lesson& lesson, const Pixels& pixels) {
  const Picture picture(pixels.values, pixels.width, pixels.height);
  DeviceBuffer<Count> d_count(counters(pixels.width, pixels.height));
  std::printf("%d x %d pixels, %d x %d tiles; a row has a pitch of %zu bytes\n", pixels.width, pixels.height,
              tiles_in(pixels.width), tiles_in(pixels.height), picture.pitch());

  Report& report = lesson.report({.bytes = bytes_of(pixels), .ceiling = Ceiling::read});
  std::vector<Count> expected;
  report.cpu("CPU, one core", [&] {
    expected = count_cpu(pixels.values, pixels.width, pixels.height);
    return static_cast<double>(expected[0]);
  });
  report.writes(d_count);
  for (const Rung& rung : ladder())
    report.rung(
        rung.name, [&] { rung.run(picture, d_count.data()); }, [&] { return mismatches(d_count.to_host(), expected); });
  report.print("A block per tile keeps the counters to itself. The texture reads the same bytes in another way.");
}

// Squares of more and more pixels, up to the largest side.
void show_sizes(Lesson& lesson, int largest) {
  std::vector<std::vector<std::string>> lines{{"side", "pixels"}};
  for (const Rung& rung : ladder()) lines[0].push_back(rung.name);
  std::vector<int> sides;
  for (int side = tile; side < largest; side *= 2) sides.push_back(side);
  sides.push_back(largest);
  for (const int side : sides) {
    const Pixels pixels = random_pixels(side, side, lesson.seed());
    const std::vector<Count> expected = count_cpu(pixels.values, side, side);
    const Picture picture(pixels.values, side, side);
    DeviceBuffer<Count> d_count(counters(side, side));
    lines.push_back({std::to_string(side), std::to_string(pixels.values.size())});
    for (const Rung& rung : ladder()) {
      const double ms = median_ms([&] { rung.run(picture, d_count.data()); }, lesson.repeats(), lesson.warm_ups(),
                                  {.first_and_last = [&] { d_count.fill_bytes(0xFF); }});
      lesson.expect(mismatches(d_count.to_host(), expected) == 0, format("%s with a side of %d", rung.name, side));
      lines.back().push_back(format("%.4f", ms));
    }
  }
  print_table("ms, for squares of more and more pixels", lines,
              "A small image has too few tiles for all multiprocessors: its time is that of one tile.", lesson.files());
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("histogram_tiles", "How often each grey value occurs in each tile of an image.");
  const std::size_t& width = lesson.size("--width", 16'001, 301, "pixels", 1, 30'000);
  const std::size_t& height = lesson.size("--height", 16'000, 150, "pixels", 1, 30'000);
  const std::string& path = lesson.text("--image", "", "a grey image (PGM) instead of random pixels");
  const bool& sizes = lesson.flag("--sizes", "time each rung for squares of more and more pixels, up to --width");
  return lesson.main(argc, argv, [&] {
    if (sizes) {
      show_sizes(lesson, static_cast<int>(width));
    } else {
      show(lesson, path.empty() ? random_pixels(static_cast<int>(width), static_cast<int>(height), lesson.seed())
                                : pixels_of(path));
    }
  });
}
