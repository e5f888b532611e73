// Every rung on every input of sort_inputs.h, keys alone and with values; equal keys must keep their order.
#include "ch15_patterns/merge_sort/merge_sort.h"

#include <stdexcept>

#include "tests/ch15_patterns/sorts.h"

namespace {

using sorts::Key;

class MergeSort : public testing::TestWithParam<std::tuple<int, std::size_t>> {};

TEST_P(MergeSort, RandomKeysAndPairsAreSorted) {
  const auto [rung, n] = GetParam();
  if (const std::string reason = sorts::left_out(n); !reason.empty()) GTEST_SKIP() << reason;
  const std::vector<Key> keys = sorts::random_keys(n, test_seed());
  sorts::expect_keys_sorted(merge_sort::ladder()[rung], merge_sort::scratch_bytes, keys);
  sorts::expect_pairs_sorted(merge_sort::ladder()[rung], merge_sort::scratch_bytes, keys);
}

INSTANTIATE_TEST_SUITE_P(Ladder, MergeSort, every_rung_and_size(merge_sort::ladder()),
                         name_rung_and_size(merge_sort::ladder()));

// The last run of a pass may be a whole one, a part of one, or missing.
TEST(MergeSortRuns, OfEveryLengthAreMerged) {
  for (const auto& rung : merge_sort::ladder()) {
    for (const std::size_t n :
         all_or_few<std::size_t>({2, 3, 15, 16, 17, 2047, 2048, 2049, 4096, 4097, 6144, 8191}, {17, 4097}))
      sorts::expect_pairs_sorted(rung, merge_sort::scratch_bytes, sorts::random_keys(n, test_seed()));
  }
}

// The largest key is what rung 4 fills its tiles with: its own pairs must not get lost among them.
TEST(MergeSortRuns, LargestKeysKeepTheirValues) {
  for (const auto& rung : merge_sort::ladder())
    sorts::expect_pairs_sorted(rung, merge_sort::scratch_bytes, std::vector<Key>(2500, 0xFFFFFFFF));
}

class MergeSortInput : public testing::TestWithParam<int> {};

TEST_P(MergeSortInput, EveryRungSortsIt) {
  const sorts::Input& input = sorts::inputs[GetParam()];
  if (sanitized() && GetParam() >= 2) GTEST_SKIP() << "other inputs stand for it under a sanitizer";
  for (const auto& rung : merge_sort::ladder()) {
    for (const std::size_t n : all_or_few<std::size_t>({10'001, 4'096}, {5'001})) {
      const std::vector<Key> keys = input.make(n, test_seed());
      sorts::expect_keys_sorted(rung, merge_sort::scratch_bytes, keys);
      sorts::expect_pairs_sorted(rung, merge_sort::scratch_bytes, keys);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Inputs, MergeSortInput, sorts::every_input(), sorts::name_input);

TEST(MergeSortThreadPerPair, RefusesWhatOneThreadWouldHaveToMerge) {
  EXPECT_THROW(merge_sort::ladder()[0].run(nullptr, nullptr, nullptr, nullptr, merge_sort::most_serial + 1, nullptr),
               std::length_error);
}

TEST(MergeSortProgram, ShowsEveryRung) {
  const Ended ended = run_program({PROGRAM, "--n", "5000", "--few", "700", "--repeats", "1"});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  for (const auto& rung : merge_sort::ladder())
    EXPECT_NE(ended.out.find(rung.name), std::string::npos) << rung.name << "\n" << ended.out;
}

TEST(MergeSortProgram, BadInputIsAUsageError) {
  for (const auto& option : {"--n=-5", "--few=1e9"}) {
    const Ended ended = run_program({PROGRAM, option});
    EXPECT_EQ(ended.status, 2) << option;
    EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
  }
}

}  // namespace
