// Scan segments of random lengths with every rung, check each result against the reference, compare the times.
#include "ch15_patterns/segmented_scan/segmented_scan.h"
#include "common/compare.h"
#include "common/device_buffer.h"
#include "common/lesson.h"
#include "common/random.h"

namespace {

using namespace segmented_scan;

// Each element begins a segment with a probability of 1 / length.
std::vector<Flag> random_heads(std::size_t n, std::size_t length, unsigned seed) {
  const std::vector<double> chance = random_reals<double>(n, 0, static_cast<double>(length), seed);
  std::vector<Flag> heads(n);
  for (std::size_t i = 0; i < n; ++i) heads[i] = chance[i] < 1;
  return heads;
}

void show(Lesson& lesson, std::size_t n, std::size_t length) {
  const std::vector<Word> x = random_integers<Word>(n, 0, 0xffffffff, lesson.seed());
  const std::vector<Flag> heads = random_heads(n, length, lesson.seed() + 1);
  std::vector<Word> expected;
  const DeviceBuffer<Word> d_x(x);
  const DeviceBuffer<Flag> d_heads(heads);
  DeviceBuffer<Word> d_y(n);
  DeviceBuffer<char> d_scratch(scratch_bytes(n));

  const double bytes = static_cast<double>(n) * (2 * sizeof(Word) + sizeof(Flag));
  Report& report = lesson.report({.bytes = bytes, .ceiling = Ceiling::copy},
                                 "segments of " + std::to_string(length) + " on average");
  report.cpu("CPU, one core", [&] {
    expected = scan_cpu(x, heads);
    return n == 0 ? 0 : static_cast<double>(expected.back());
  });
  report.writes(d_y);
  for (const Rung& rung : ladder)
    report.rung(
        rung.name, [&] { rung.run(d_x.data(), d_heads.data(), d_y.data(), n, d_scratch.data()); },
        [&] { return mismatches(d_y.to_host(), expected); });
  report.print("Only the first rung's time depends on how long the segments are.");
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("segmented_scan", "Many scans in one go: an array in segments, each of them scanned for itself.");
  const std::size_t& n = lesson.size("--n", 50'000'000, 100'000, "words", 0, std::size_t{1} << 32);
  const std::size_t& length_a = lesson.size("--short", 10, 10, "words of a segment, on average, in the first table", 1);
  const std::size_t& length_b = lesson.size("--long", 10'000, 1'000, "the same in the second table", 1);
  return lesson.main(argc, argv, [&] {
    show(lesson, n, length_a);
    show(lesson, n, length_b);
  });
}
