// Sort keys of several kinds with every rung: the number of passes, and the time.
#include "ch15_patterns/quick_split/quick_split.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/sort_inputs.h"
#include "common/values.h"

namespace {

using namespace quick_split;

void show(Lesson& lesson, const sorts::Input& input, std::size_t n) {
  const std::vector<Key> keys = input.make(n, lesson.seed());
  const DeviceBuffer<Key> d_keys(keys);
  DeviceBuffer<Key> d_sorted(n);
  DeviceBuffer<char> d_scratch(scratch_bytes(n));
  std::vector<Key> expected;

  const double count = static_cast<double>(n);
  Report& report =
      lesson.report({.bytes = 2 * count * sizeof(Key), .items = count}, "keys: " + std::string(input.name));
  report.cpu("CPU, std::sort", [&] {
    expected = sorts::sort_cpu(keys);
    return static_cast<double>(expected.size());
  });
  report.writes(d_sorted);
  for (const Rung& rung : ladder()) {
    const int passes = rung.run(d_keys.data(), nullptr, d_sorted.data(), nullptr, n, d_scratch.data());
    report.rung(
        rung.name + (", " + std::to_string(passes)) + " passes",
        [&] { rung.run(d_keys.data(), nullptr, d_sorted.data(), nullptr, n, d_scratch.data()); },
        [&] { return mismatches(d_sorted.to_host(), expected); });
  }
  report.print(
      "A pass takes the same time for any number of segments; the pivots determine how many passes there are.");
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("quick_split", "Quicksort made of scans: all segments are split at once, each around its own pivot.");
  const std::size_t& n = lesson.size("--n", 10'000'000, 5'000, "keys", 0, (std::size_t{1} << 32) - 1);
  return lesson.main(argc, argv, [&] {
    for (const sorts::Input& input : sorts::inputs)
      if (std::string_view(input.name) == "random" || std::string_view(input.name) == "16_values")
        show(lesson, input, n);
  });
}
