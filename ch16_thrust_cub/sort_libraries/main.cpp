// Sort keys, pairs, keys in an order of our own and keys in segments; check each result, compare the times.
#include "ch16_thrust_cub/sort_libraries/sort_libraries.h"
#include "common/sort_report.h"

namespace {

using namespace sort_libraries;

void show_even_first(Lesson& lesson, std::size_t n) {
  const std::vector<Key> keys = sorts::random_keys(n, lesson.seed());
  std::vector<Key> expected;
  const double count = static_cast<double>(n);
  Report& report =
      lesson.report({.bytes = 2 * count * sizeof(Key), .ceiling = Ceiling::copy, .items = count}, "even keys first");
  report.cpu("CPU, std::sort", [&] {
    expected = even_first_cpu(keys);
    return n == 0 ? 0 : static_cast<double>(expected.back());
  });
  sorts::Sorter sorter({even_first_ladder(), scratch_bytes}, keys, false);
  report.writes([&] { sorter.forget(); });
  for (const Rung& rung : even_first_ladder()) {
    if (!report.fits(rung.name, rung.needs)) continue;
    report.rung(
        rung.name, [&] { sorter.sort(rung); }, [&] { return mismatches(sorter.sorted(), expected); });
  }
  std::printf("\n");
  report.print("A comparator forces a merge sort; if the key's bits can express the order, a radix sort is enough.");
}

// Lengths from 0 to twice the mean.
std::vector<int> random_offsets(std::size_t n, std::size_t mean, unsigned seed) {
  const std::vector<int> lengths = random_integers<int>(n / mean + 1, 0, static_cast<std::int64_t>(2 * mean), seed);
  std::vector<int> offsets = {0};
  for (const int length : lengths) offsets.push_back(offsets.back() + length);
  return offsets;
}

void show_segments(Lesson& lesson, std::size_t n, std::size_t mean) {
  const std::vector<int> offsets = random_offsets(n, mean, lesson.seed());
  const DeviceBuffer<int> d_offsets(offsets);
  const Segments segments = {offsets, d_offsets.data()};
  const std::vector<Key> keys = sorts::random_keys(segments.keys(), lesson.seed());
  const DeviceBuffer<Key> d_keys(keys);
  DeviceBuffer<Key> d_sorted(keys.size());
  std::vector<Key> expected;
  const double count = static_cast<double>(keys.size());
  Report& report = lesson.report({.bytes = 2 * count * sizeof(Key), .ceiling = Ceiling::copy, .items = count},
                                 format("%d keys in %d segments", segments.keys(), segments.count()));
  report.cpu("CPU, std::sort", [&] {
    expected = segments_cpu(keys, offsets);
    return expected.empty() ? 0 : static_cast<double>(expected.back());
  });
  report.writes(d_sorted);
  for (const SegmentRung& rung : segment_ladder())
    report.rung(
        rung.name, [&] { rung.run(d_keys.data(), d_sorted.data(), segments, nullptr); },
        [&] { return mismatches(d_sorted.to_host(), expected); });
  std::printf("\n");
  report.print("One short segment cannot keep a GPU busy; all of them in one call can.");
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("sort_libraries", "Sort by Thrust and CUB: keys, pairs, an order of our own, many short arrays.");
  const std::size_t& n = lesson.size("--n", 100'000'000, 20'000, "keys", 0, std::size_t{1} << 31);
  const std::size_t& in_segments =
      lesson.size("--in-segments", 4'000'000, 5'000, "keys that are sorted in segments", 0, 1'000'000'000);
  const std::size_t& mean = lesson.size("--segment", 1000, 100, "mean length of a segment", 1, 100'000'000);
  return lesson.main(argc, argv, [&] {
    const sorts::Sorts plain = {ladder(), scratch_bytes};
    constexpr int passes = 4;  // of eight bits; a histogram reads the keys, a pass reads and writes them
    const double of_key = (1 + 2 * passes) * sizeof(Key), of_pair = of_key + 2 * passes * sizeof(Value);
    show_random(lesson, plain, n, false, of_key, "Thrust calls the same radix sort as CUB, and also copies the data.");
    std::printf("\n");
    show_random(lesson, plain, n, true, of_pair, "A value per key: nearly twice the bytes.");
    show_even_first(lesson, n);
    show_segments(lesson, in_segments, mean);
  });
}
