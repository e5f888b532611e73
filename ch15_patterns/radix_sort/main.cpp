// Sort random keys, alone and with values, with every rung; check each result against the reference, compare the times.
#include "ch15_patterns/radix_sort/radix_sort.h"
#include "common/parallel.h"
#include "common/sort_report.h"

using sorts::Key;
using sorts::Value;

namespace {

// The idea alone: only groups of 32 consecutive keys are sorted.
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
  report.print("One ballot per bit: no key is compared with another.");
}

// Keys of other types than unsigned words, sorted in their own order.
void show_other_keys(Lesson& lesson, std::size_t n) {
  const auto signed_numbers = random_integers<std::int32_t>(n, INT32_MIN, INT32_MAX, lesson.seed());
  const auto floats = random_reals<float>(n, -1, 1, lesson.seed());
  std::vector<std::int32_t> expected_signed = signed_numbers;
  std::vector<float> expected_floats = floats;
  sort_by_parts(expected_signed);
  sort_by_parts(expected_floats);
  const DeviceBuffer<std::int32_t> d_signed(signed_numbers);
  const DeviceBuffer<float> d_floats(floats);
  DeviceBuffer<std::int32_t> d_sorted_signed(n);
  DeviceBuffer<float> d_sorted_floats(n);
  DeviceBuffer<char> d_scratch(radix_sort::scratch_bytes(n));

  const double count = static_cast<double>(n);
  const double bytes = (radix_sort::passes * 3 + 4) * sizeof(Key) * count;  // two more kernels read and write
  Report& report = lesson.report({.bytes = bytes, .ceiling = Ceiling::copy, .items = count}, "keys of other types");
  report.writes(d_sorted_signed);
  report.writes(d_sorted_floats);
  report.rung(
      "sort_signed", [&] { radix_sort::sort_signed(d_signed.data(), d_sorted_signed.data(), n, d_scratch.data()); },
      [&] { return mismatches(d_sorted_signed.to_host(), expected_signed); });
  report.rung(
      "sort_floats", [&] { radix_sort::sort_floats(d_floats.data(), d_sorted_floats.data(), n, d_scratch.data()); },
      [&] { return mismatches(d_sorted_floats.to_host(), expected_floats); });
  report.print("Flipping one bit or all bits before and after turns numbers into words with the same order.");
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("radix_sort", "Sort 32-bit keys eight bits at a time: count each tile's digits, scan, move the keys.");
  const std::size_t& n = lesson.size("--n", 100'000'000, 30'000, "keys", 0, std::size_t{1} << 32);
  return lesson.main(argc, argv, [&] {
    const sorts::Sorts ladder = {radix_sort::ladder(), radix_sort::scratch_bytes};
    const double of_key = radix_sort::passes * 3 * sizeof(Key);  // a pass reads a key twice and writes it
    const double of_pair = of_key + radix_sort::passes * 2 * sizeof(Value);
    show_warps(lesson, n);
    show_random(lesson, ladder, n, false, of_key, "Four passes, each with three launches and two reads of the keys.");
    show_random(lesson, ladder, n, true, of_pair, "Values travel with their keys; equal keys keep their order.");
    show_other_keys(lesson, n);
  });
}
