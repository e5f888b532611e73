// Scan segments of random lengths with every rung, check each result against the reference, compare the times.
#include <algorithm>
#include <limits>

#include "ch15_patterns/segmented_scan/segmented_scan.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/values.h"

namespace {

using namespace segmented_scan;

// Each element begins a segment with a probability of 1 / length.
std::vector<Flag> random_heads(std::size_t n, std::size_t length, unsigned seed) {
  const std::vector<double> chance = random_reals<double>(n, 0, static_cast<double>(length), seed);
  std::vector<Flag> heads(n);
  for (std::size_t i = 0; i < n; ++i) heads[i] = chance[i] < 1;
  return heads;
}

template <typename T>
std::vector<T> random_values(std::size_t n, unsigned seed) {
  if constexpr (std::is_integral_v<T>) return random_integers<T>(n, 0, std::numeric_limits<T>::max(), seed);
  if constexpr (!std::is_integral_v<T>) return random_reals<T>(n, 0, 1, seed);
}

std::size_t longest_segment(const std::vector<Flag>& heads) {
  std::size_t longest = 0, length = 0;
  for (const Flag head : heads) longest = std::max(longest, length = head ? 1 : length + 1);
  return longest;
}

template <typename T>
void show(Lesson& lesson, std::size_t n, std::size_t length) {
  const std::vector<T> x = random_values<T>(n, lesson.seed());
  const std::vector<Flag> heads = random_heads(n, length, lesson.seed() + 1);
  std::vector<T> expected;
  const std::size_t longest = longest_segment(heads);
  const DeviceBuffer<T> d_x(x);
  const DeviceBuffer<Flag> d_heads(heads);
  DeviceBuffer<T> d_y(n);
  DeviceBuffer<char> d_scratch(scratch_bytes<T>(n));
  const auto error = [&] {
    if constexpr (std::is_integral_v<T>) return mismatches(d_y.to_host(), expected);
    return max_relative_error(d_y.to_host(), expected);
  };

  const Work work = {.bytes = static_cast<double>(n) * (2 * sizeof(T) + sizeof(Flag)), .ceiling = Ceiling::copy};
  Report& report = lesson.report(work, "segments of " + std::to_string(length) + " on average");
  report.cpu("CPU, one core", [&] {
    expected = scan_cpu(x, heads);
    return n == 0 ? 0 : static_cast<double>(expected.back());
  });
  report.writes(d_y);
  for (const Rung<T>& rung : ladder<T>()) {
    Work own_work = work;
    own_work.bound = error_bound(rung, n, longest);
    report.rung(
        rung.name, own_work, [&] { rung.run(d_x.data(), d_heads.data(), d_y.data(), n, d_scratch.data()); }, error);
  }
  report.print("Only the first rung's time depends on how long the segments are.");
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("segmented_scan", "Many scans at once: an array in segments, each of them scanned separately.");
  const std::size_t& n = lesson.size("--n", 50'000'000, 100'000, "values", 0, std::size_t{1} << 32);
  const std::size_t& length_a =
      lesson.size("--short", 10, 10, "values of a segment, on average, in the first table", 1);
  const std::size_t& length_b = lesson.size("--long", 10'000, 1'000, "the same in the second table", 1);
  const std::string& type = lesson.choice("--type", {"words", "floats", "doubles"}, "of the values");
  return lesson.main(argc, argv, [&] {
    const auto show_type = type == "words" ? show<Word> : type == "floats" ? show<float> : show<double>;
    show_type(lesson, n, length_a);
    show_type(lesson, n, length_b);
  });
}
