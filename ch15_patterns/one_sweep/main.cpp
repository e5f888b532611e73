// Sort keys of every kind, and random keys with values, with every rung; check each result, compare the times.
#include "ch15_patterns/one_sweep/one_sweep.h"
#include "common/sort_report.h"

int main(int argc, char** argv) {
  Lesson lesson(
      "one_sweep",
      "Sort 32-bit keys eight bits at a time, reading them once per pass: each tile looks back at those before it.");
  const std::size_t& n = lesson.size("--n", 100'000'000, 30'000, "keys", 0, std::size_t{1} << 32);
  return lesson.main(argc, argv, [&] {
    const sorts::Sorts ladder = {one_sweep::ladder(), one_sweep::scratch_bytes};
    constexpr int passes = 4;
    // The histogram reads a key; a pass reads and writes it.
    const double of_key = (1 + 2 * passes) * sizeof(one_sweep::Key);
    const double of_pair = of_key + 2 * passes * sizeof(one_sweep::Value);
    show_random(lesson, ladder, n, false, of_key,
                "Each pass reads the keys once instead of twice, and an unordered first pass is cheaper still.");
    show_random(lesson, ladder, n, true, of_pair, "With values every pass must keep the order of equal keys.");
    show_inputs(lesson, ladder, n, "A pass that finds the same digit in all keys costs nothing.");
  });
}
