// Sort random keys, alone and with values, with every rung; check each result against the reference, compare the times.
#include "ch15_patterns/merge_sort/merge_sort.h"
#include "common/sort_report.h"

int main(int argc, char** argv) {
  Lesson lesson("merge_sort", "Sort 32-bit keys by merging runs: which thread finds the key that comes next?");
  const std::size_t& n = lesson.size("--n", 10'000'000, 20'000, "keys", 0, std::size_t{1} << 32);
  const std::size_t& few =
      lesson.size("--few", 65'536, 3'000, "keys of the table with all rungs", 0, merge_sort::most_serial);
  return lesson.main(argc, argv, [&] {
    const sorts::Sorts all = {merge_sort::ladder(), merge_sort::scratch_bytes};
    const sorts::Sorts quick = {merge_sort::ladder().subspan(1), merge_sort::scratch_bytes};
    const double of_key = 2 * sizeof(sorts::Key), of_pair = of_key + 2 * sizeof(sorts::Value);
    show_random(lesson, all, few, false, of_key,
                "If one thread merges two runs, one thread does all the work of the last pass.");
    show_random(lesson, quick, n, false, of_key,
                "One search per thread instead of one per key; then shared memory saves passes and makes the accesses "
                "coalesced.");
    show_random(lesson, quick, n, true, of_pair, "Values travel with their keys; equal keys keep their order.");
  });
}
