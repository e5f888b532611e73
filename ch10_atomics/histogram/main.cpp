// Count the values of random bytes, or of an image's pixels, with every rung.
#include <algorithm>
#include <cstdio>

#include "ch10_atomics/histogram/histogram.h"
#include "common/image.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/plot.h"
#include "common/timer.h"
#include "common/values.h"

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
  if (image.channels != 1 || image.maximum > 255) throw UsageError(path + ": not a grey image of 8 bits per pixel");
  return {image.values.begin(), image.values.end()};
}

// One bar per 16 values, the longest 60 characters.
void draw(const std::vector<Count>& count) {
  Count bars[16] = {}, most = 1;
  for (int value = 0; value < histogram::bins; ++value) most = std::max(most, bars[value / 16] += count[value]);
  for (int b = 0; b < 16; ++b)
    std::printf("%3d-%3d %12llu %s\n", 16 * b, 16 * b + 15, bars[b],
                std::string(static_cast<std::size_t>(60.0 * bars[b] / most), '#').c_str());
}

// How often each value occurs, and the table for one array: every rung, and the libraries.
void show(Lesson& lesson, const std::vector<Byte>& x) {
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
  for (const auto& rung : histogram::ladder())
    report.rung(
        rung.name, [&] { rung.run(d_x.data(), x.size(), d_count.data()); },
        [&] { return mismatches(d_count.to_host(), expected); });
  report.peers(
      histogram::peers(), [&](const auto& peer) { peer.run(d_x.data(), x.size()); },
      [&](const auto& peer) { return mismatches(peer.counts(), expected); });
  report.print(
      "Run it again with --pattern equal, and sorted: only the last rung's time does not depend on the bytes.");
}

// Time as a function of the number of bytes: what every rung needs at the start and at the end of a launch, and the
// size from which on it no longer matters.
void show_sizes(Lesson& lesson, const std::vector<Byte>& x, const std::string& svg) {
  std::vector<std::vector<std::string>> lines{{"bytes"}};
  std::vector<Curve> curves;
  for (const auto& rung : histogram::ladder()) {
    lines[0].push_back(rung.name);
    curves.push_back({rung.name, {}});
  }
  lines[0].push_back("fastest");
  const DeviceBuffer<Byte> d_x(x);
  DeviceBuffer<Count> d_count(histogram::bins);
  std::vector<std::size_t> sizes;
  for (std::size_t n = 1024; n < x.size(); n *= 4) sizes.push_back(n);
  sizes.push_back(x.size());
  for (const std::size_t n : sizes) {
    const std::vector<Count> expected = histogram::count_cpu({x.begin(), x.begin() + n});
    lines.push_back({std::to_string(n)});
    for (std::size_t r = 0; r < curves.size(); ++r) {
      const auto& rung = histogram::ladder()[r];
      const double ms = median_ms([&] { rung.run(d_x.data(), n, d_count.data()); }, lesson.repeats(), lesson.warm_ups(),
                                  {.first_and_last = [&] { d_count.fill_bytes(0xFF); }});
      lesson.expect(mismatches(d_count.to_host(), expected) == 0, format("%s with %zu bytes", rung.name, n));
      lines.back().push_back(format("%.4f", ms));
      curves[r].points.emplace_back(n, ms);
    }
    const auto sooner = [](const Curve& a, const Curve& b) { return a.points.back().second < b.points.back().second; };
    lines.back().push_back(std::min_element(curves.begin(), curves.end(), sooner)->name);
  }
  print_table(
      "ms, as a function of the number of bytes", lines,
      "The cost of private counters does not depend on the number of bytes. From how many bytes on are they faster?",
      lesson.files());
  Plot plot("Histogram of bytes", "bytes", "time (ms)", Scale::logarithmic, Scale::logarithmic);
  for (Curve& curve : curves) plot.add(std::move(curve));
  if (!svg.empty()) plot.write_svg(svg);
}

// Time as a function of the number of tables that the threads of a block share.
void show_tables(Lesson& lesson, const std::vector<Byte>& x, const std::string& what) {
  const std::vector<Count> expected = histogram::count_cpu(x);
  const DeviceBuffer<Byte> d_x(x);
  DeviceBuffer<Count> d_count(histogram::bins);
  std::vector<std::vector<std::string>> lines{{"tables of a block", "KB", "blocks on a multiprocessor", "ms"}};
  for (int tables = 1; tables <= histogram::most_tables; tables *= 2) {
    const double ms =
        median_ms([&] { histogram::count_in_tables(d_x.data(), x.size(), tables, d_count.data()); }, lesson.repeats(),
                  lesson.warm_ups(), {.first_and_last = [&] { d_count.fill_bytes(0xFF); }});
    lesson.expect(mismatches(d_count.to_host(), expected) == 0, format("%d tables", tables));
    lines.push_back({std::to_string(tables), std::to_string(histogram::table_bytes(tables) / 1024),
                     std::to_string(histogram::blocks_with_tables(tables)), format("%.4f", ms)});
  }
  print_table(what + ", as a function of the number of tables", lines,
              "With more tables fewer lanes meet at a counter, and fewer blocks fit on a multiprocessor.",
              lesson.files());
}

int main(int argc, char** argv) {
  Lesson lesson("histogram", "Count how often each byte value occurs: which threads should share a counter?");
  const std::size_t& n = lesson.size("--n", std::size_t{512} << 20, 300'000, "bytes");
  const std::string& pattern =
      lesson.choice("--pattern", {"uniform", "equal", "bell", "two", "sorted"}, "how the random bytes are distributed");
  const std::string& path = lesson.text("--image", "", "count the pixels of this grey image (PGM) instead");
  const bool& sizes = lesson.flag("--sizes", "time each rung for more and more bytes, up to --n, instead");
  const bool& tables = lesson.flag("--tables", "time 1 to 32 tables of counters for each block instead");
  const std::string& svg = lesson.text("--svg", "", "draw the times of --sizes into this file");
  return lesson.main(argc, argv, [&] {
    const std::vector<Byte> x = path.empty() ? random_bytes(pattern, n, lesson.seed()) : pixels_of(path);
    if (sizes || !svg.empty()) {
      show_sizes(lesson, x, svg);
    } else if (tables) {
      show_tables(lesson, x, path.empty() ? pattern + " bytes" : path);
    } else {
      show(lesson, x);
    }
  });
}
