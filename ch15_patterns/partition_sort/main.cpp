// Sort keys of every kind with every rung; check each result, compare the times.
#include "ch15_patterns/partition_sort/partition_sort.h"
#include "common/sort_report.h"

int main(int argc, char** argv) {
  Lesson lesson("partition_sort",
                "Sort 32-bit keys in three steps: two partitions by leading bits, then small buckets.");
  const std::size_t& n = lesson.size("--n", 100'000'000, 500, "keys", 0, std::size_t{1} << 32);
  return lesson.main(argc, argv, [&] {
    // On the emulator the two levels are shown although one_sweep sorts so few keys faster.
    static constexpr sorts::Rung always[] = {
        {"partition_sort",
         [](const sorts::Key* keys, const sorts::Value*, sorts::Key* sorted, sorts::Value*, std::size_t count,
            void* scratch) { partition_sort::partition_sort_from(0, keys, sorted, count, scratch); },
         {75, partition_sort::partition_bytes}}};
    const sorts::Sorts ladder = {emulated_device() ? std::span(always) : std::span(partition_sort::ladder()),
                                 partition_sort::scratch_bytes};
    const double of_key = 3 * 2 * sizeof(partition_sort::Key);  // read and written in each of three steps
    show_random(lesson, ladder, n, false, of_key,
                "Three steps instead of five, and none of them keeps the order of the keys.");
    show_inputs(lesson, ladder, n,
                "Keys that are not spread evenly take the time of a failed attempt, then that of one_sweep.");
  });
}
