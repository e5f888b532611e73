// Sort keys of every kind, and random keys with values, with every rung; check each result, compare the times.
#include "ch15_patterns/one_sweep/one_sweep.h"
#include "ch15_patterns/radix_sort/show.h"

int main(int argc, char** argv) {
  Lesson lesson("one_sweep",
                "Sort 32-bit keys eight bits at a time, reading them once a pass: tiles ask those before them.");
  const std::size_t& n = lesson.size("--n", 100'000'000, 30'000, "keys", 0, std::size_t{1} << 32);
  return lesson.main(argc, argv, [&] {
    const radix_sort::Sorts sorts = {one_sweep::ladder, one_sweep::scratch_bytes};
    // The histogram reads a key; a pass reads and writes it.
    const double of_key = (1 + 2 * radix_sort::passes) * sizeof(one_sweep::Key);
    const double of_pair = of_key + 2 * radix_sort::passes * sizeof(one_sweep::Value);
    show_random(lesson, sorts, n, false, of_key,
                "One reading of the keys less a pass; and a pass without order is quicker.");
    show_random(lesson, sorts, n, true, of_pair, "With values every pass must keep the order of equal keys.");
    show_inputs(lesson, sorts, n, "A pass that finds the same digit in all keys costs nothing.");
  });
}
