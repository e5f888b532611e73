// Sort random keys, alone and with values, with every rung; check each result against the reference, compare the times.
#include "ch15_patterns/radix_sort/radix_sort.h"
#include "common/sort_report.h"

using sorts::Key;
using sorts::Value;

namespace {

// The idea alone: only every 32 keys in a row are sorted.
void show_warps(Lesson& lesson, std::size_t n) {
  const std::vector<Key> keys = sorts::random_keys(n, lesson.seed());
  const double count = static_cast<double>(n);
  std::vector<Key> expected = keys;
  const DeviceBuffer<Key> d_keys(keys);
  DeviceBuffer<Key> d_sorted(n);

  Report& report =
      lesson.report({.bytes = 2 * count * sizeof(Key), .ceiling = Ceiling::copy, .items = count}, "32 keys in a warp");
  report.cpu("CPU, std::sort", [&] {
    for (std::size_t i = 0; i < n; i += 32) std::sort(expected.begin() + i, expected.begin() + std::min(n, i + 32));
    return static_cast<double>(expected.size());
  });
  report.writes(d_sorted);
  report.rung(
      "sort_in_warps", [&] { radix_sort::sort_in_warps(d_keys.data(), d_sorted.data(), n); },
      [&] { return mismatches(d_sorted.to_host(), expected); });
  report.print("A ballot a bit: no key is compared with another.");
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("radix_sort", "Sort 32-bit keys eight bits at a time: count each tile's digits, scan, move the keys.");
  const std::size_t& n = lesson.size("--n", 100'000'000, 30'000, "keys", 0, std::size_t{1} << 32);
  return lesson.main(argc, argv, [&] {
    const sorts::Sorts ladder = {radix_sort::ladder, radix_sort::scratch_bytes};
    const double of_key = radix_sort::passes * 3 * sizeof(Key);  // a pass reads a key twice and writes it
    const double of_pair = of_key + radix_sort::passes * 2 * sizeof(Value);
    show_warps(lesson, n);
    show_random(lesson, ladder, n, false, of_key,
                "Four passes, each with three launches and two readings of the keys.");
    show_random(lesson, ladder, n, true, of_pair, "Values travel with their keys; equal keys keep their order.");
  });
}
