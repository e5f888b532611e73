// Sort random keys, then keys of every kind, with every rung; then a few keys with one thread per grid as well.
#include "ch23_dynamic_parallelism/quicksort/quicksort.h"
#include "common/sort_report.h"

int main(int argc, char** argv) {
  Lesson lesson("quicksort", "Quicksort: a block partitions the keys, and launches a grid for each part.");
  const std::size_t& n = lesson.size("--n", 1'000'000, 10'000, "keys", 0, 100'000'000);
  const std::size_t& few = lesson.size("--few", 10'000, 2000, "keys for the sort of one thread per grid", 0, 1'000'000);
  return lesson.main(argc, argv, [&] {
    using namespace quicksort;
    const sorts::Sorts rungs = {ladder(), scratch_bytes};
    sorts::show_random(lesson, rungs, n, false, 2 * sizeof(Key),
                       "Grids that wait for each other leave the device idle.");
    sorts::show_inputs(lesson, rungs, n,
                       "Keys that equal the pivot are done; sorted keys are partitioned like random ones.");
    std::printf("\n");
    sorts::show_random(lesson, sorts::Sorts{for_few_keys(), scratch_bytes}, few, false, 2 * sizeof(Key),
                       "One thread per grid does serially what a block could do in parallel.");
  });
}
