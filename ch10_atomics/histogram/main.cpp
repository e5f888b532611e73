// Count the values of random bytes, or of an image's pixels, with every rung.
#include <algorithm>
#include <cstdio>

#include "ch10_atomics/histogram/histogram.h"
#include "common/compare.h"
#include "common/device_buffer.h"
#include "common/image.h"
#include "common/lesson.h"
#include "common/random.h"

using histogram::Byte;
using histogram::Count;

std::vector<Byte> random_bytes(const std::string& pattern, std::size_t n, unsigned seed) {
  std::vector<Byte> x(n, 77);  // "equal"
  if (pattern == "equal") return x;
  if (pattern == "sorted") {
    for (std::size_t i = 0; i < n; ++i) x[i] = static_cast<Byte>(i * histogram::bins / n);
    return x;
  }
  for_random_bits((n + 1) / 2, seed, [&](std::size_t pair, std::uint64_t bits) {
    for (std::size_t k = 2 * pair; k < std::min(2 * pair + 2, n); ++k) {
      const std::uint32_t half = static_cast<std::uint32_t>(bits >> (32 * (k % 2)));
      if (pattern == "uniform") x[k] = half & 255;
      if (pattern == "bell") x[k] = ((half & 255) + (half >> 8 & 255) + (half >> 16 & 255) + (half >> 24)) / 4;
      if (pattern == "two") x[k] = half & 1 ? 200 : 3;
    }
  });
  return x;
}

std::vector<Byte> pixels_of(const std::string& path) {
  const Image image = read_image(path);
  if (image.channels != 1 || image.maximum > 255) throw UsageError(path + ": not a grey image of 8 bits a pixel");
  return {image.values.begin(), image.values.end()};
}

// A bar for every 16 values, the longest 60 characters.
void draw(const std::vector<Count>& count) {
  Count bars[16] = {}, most = 1;
  for (int value = 0; value < histogram::bins; ++value) most = std::max(most, bars[value / 16] += count[value]);
  for (int b = 0; b < 16; ++b)
    std::printf("%3d-%3d %12llu %s\n", 16 * b, 16 * b + 15, bars[b],
                std::string(static_cast<std::size_t>(60.0 * bars[b] / most), '#').c_str());
}

int main(int argc, char** argv) {
  Lesson lesson("histogram", "Count how often each byte value occurs: who should share a counter with whom?");
  const std::size_t& n = lesson.size("--n", std::size_t{512} << 20, 300'000, "bytes");
  const std::string& pattern =
      lesson.choice("--pattern", {"uniform", "equal", "bell", "two", "sorted"}, "of the random bytes");
  const std::string& path = lesson.text("--image", "", "count the pixels of this grey image (PGM) instead");
  return lesson.main(argc, argv, [&] {
    const std::vector<Byte> x = path.empty() ? random_bytes(pattern, n, lesson.seed()) : pixels_of(path);
    const DeviceBuffer<Byte> d_x(x);
    DeviceBuffer<Count> d_count(histogram::bins);
    std::vector<Count> expected;

    Report& report = lesson.report({.bytes = static_cast<double>(x.size()), .ceiling = Ceiling::read});
    report.cpu("CPU, one core", [&] {
      expected = histogram::count_cpu(x);
      return static_cast<double>(expected[0]);
    });
    draw(expected);
    report.writes(d_count);
    for (const auto& rung : histogram::ladder)
      report.rung(
          rung.name, [&] { rung.run(d_x.data(), x.size(), d_count.data()); },
          [&] { return mismatches(d_count.to_host(), expected); });
    if (lesson.peers()) {
      for (const auto& peer : histogram::peers())
        report.peer(
            peer.name, [&] { peer.run(d_x.data(), x.size()); }, [&] { return mismatches(peer.counts(), expected); });
      if (histogram::peers().empty()) std::printf("no library here to compare with\n");
    }
    report.print("Run it again with --pattern equal, and sorted: only the last rung does not care what the bytes are.");
  });
}
