// Add to words of every type, check each sum, compare the rates.
#include "ch10_atomics/atomic_types/atomic_types.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/values.h"

namespace {

using namespace atomic_types;

void show(Lesson& lesson, std::size_t n, std::size_t words) {
  const std::vector<Small> x = random_integers<Small>(n, -1, 1, lesson.seed());
  const std::vector<double> expected = sums_cpu(x, words);
  const DeviceBuffer<Small> d_x(x);
  const std::size_t each = (n + words - 1) / words;  // additions to a word: no sum is further from 0 at any time

  Report& report = lesson.report({.bytes = static_cast<double>(n), .items = static_cast<double>(n)},
                                 std::to_string(n) + " additions to " + std::to_string(words) + " words");
  DeviceBuffer<unsigned char> d_sums(words * largest_word);
  report.writes(d_sums);
  for (const Rung& rung : ladder()) {
    if (!report.fits(rung.name, rung.needs)) continue;
    if (static_cast<double>(each) > rung.exact_to) {
      report.skip(rung.name, "sums of so many numbers would be rounded");
    } else {
      report.rung(
          rung.name, [&] { rung.run(d_x.data(), n, d_sums.data(), words); },
          [&] { return worst_error(rung, d_sums.to_host().data(), expected); });
    }
  }
  report.print(
      "By an instruction an addition is one request; by swap a thread reads, adds, and may have to begin again.");
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("atomic_types", "What an atomic addition costs in numbers of several types, and by compare and swap.");
  const std::size_t& n = lesson.size("--n", 1 << 24, 20'000, "additions");
  const std::size_t& words = lesson.size("--words", 1 << 16, 256, "words that are added to", 32, 1 << 28);
  return lesson.main(argc, argv, [&] { show(lesson, n, words); });
}
