// Every rung at awkward sizes and on every input of sort_inputs.h; pairs must keep the order of equal keys.
#include "ch16_thrust_cub/sort_libraries/sort_libraries.h"

#include "common/owners.h"
#include "tests/ch15_patterns/sorts.h"

namespace {

using namespace sort_libraries;

class SortLibraries : public testing::TestWithParam<std::tuple<int, std::size_t>> {
 protected:
  void SetUp() override {
    if (const std::string reason = sorts::left_out(std::get<1>(GetParam())); !reason.empty()) GTEST_SKIP() << reason;
  }
};

TEST_P(SortLibraries, RandomKeysAndPairsAreSorted) {
  const auto [index, n] = GetParam();
  if (const std::string reason = lacking(ladder()[index].needs); !reason.empty()) GTEST_SKIP() << reason;
  const std::vector<Key> keys = sorts::random_keys(n, test_seed());
  sorts::expect_keys_sorted(ladder()[index], scratch_bytes, keys);
  sorts::expect_pairs_sorted(ladder()[index], scratch_bytes, keys);
}

INSTANTIATE_TEST_SUITE_P(Ladder, SortLibraries, every_rung_and_size(ladder()), name_rung_and_size(ladder()));

class EvenFirstOrder : public SortLibraries {};

TEST_P(EvenFirstOrder, MatchesReference) {
  const auto [index, n] = GetParam();
  const Rung& rung = even_first_ladder()[index];
  if (const std::string reason = lacking(rung.needs); !reason.empty()) GTEST_SKIP() << reason;
  const std::vector<Key> keys = sorts::random_keys(n, test_seed());
  const Guarded<Key> d_keys(keys);
  Guarded<Key> d_sorted = poisoned<Key>(n);
  Guarded<char> d_scratch = poisoned<char>(scratch_bytes(n));
  rung.run(d_keys.data(), nullptr, d_sorted.data(), nullptr, n, d_scratch.data());
  EXPECT_TRUE(d_sorted.to_host() == even_first_cpu(keys));
  EXPECT_TRUE(d_keys.to_host() == keys) << "the input was changed";
}

INSTANTIATE_TEST_SUITE_P(Ladder, EvenFirstOrder, every_rung_and_size(even_first_ladder()),
                         name_rung_and_size(even_first_ladder()));

TEST(EvenFirstReference, PutsEvenKeysBeforeOddOnes) {
  EXPECT_EQ(even_first_cpu({5, 4, 0xFFFFFFFF, 1, 0xFFFFFFFE, 0, 2}),
            (std::vector<Key>{0, 2, 4, 0xFFFFFFFE, 1, 5, 0xFFFFFFFF}));
}

// Every input, pairs included: among them keys of which many are equal.
TEST(SortLibrariesInputs, AreSortedByEveryRung) {
  if (sanitized()) GTEST_SKIP() << "the same kernels as above";
  for (const sorts::Input& input : sorts::inputs) {
    const std::vector<Key> keys = input.make(5000, test_seed());
    for (const Rung& rung : ladder()) {
      SCOPED_TRACE(std::string(rung.name) + ", " + input.name);
      if (lacking(rung.needs).empty()) sorts::expect_pairs_sorted(rung, scratch_bytes, keys);
    }
  }
}

// Segments of none, one, a warp's, a block's and more keys, in a stream that does not wait for others.
class SegmentedSorts : public testing::TestWithParam<int> {};

TEST_P(SegmentedSorts, MatchReference) {
  const auto cases =
      all_or_few<std::vector<int>>({{0}, {0, 0}, {0, 1}, {0, 0, 5, 5, 37}, {0, 31, 63, 96, 352, 353, 1377, 1377, 6000}},
                                   {{0, 0, 5, 5, 37}, {0, 31, 63, 96, 352, 353, 1377, 1377, 6000}});
  for (const std::vector<int>& offsets : cases) {
    const std::vector<Key> keys = sorts::random_keys(offsets.back(), test_seed());
    const Guarded<int> d_offsets(offsets);
    const Guarded<Key> d_keys(keys);
    Guarded<Key> d_sorted = poisoned<Key>(keys.size());
    const Stream stream;
    check(cudaDeviceSynchronize());
    segment_ladder()[GetParam()].run(d_keys.data(), d_sorted.data(), {offsets, d_offsets.data()}, stream);
    stream.wait();
    EXPECT_EQ(d_sorted.to_host(), segments_cpu(keys, offsets)) << offsets.size() - 1 << " segments";
    EXPECT_EQ(d_keys.to_host(), keys) << "the input was changed";
  }
}

INSTANTIATE_TEST_SUITE_P(Ladder, SegmentedSorts, testing::Range(0, static_cast<int>(std::size(segment_ladder()))),
                         [](const auto& info) { return segment_ladder()[info.param].name; });

TEST(SortLibrariesProgram, ShowsEveryRungOfEveryTask) {
  if (sanitized()) GTEST_SKIP() << sorts::same_kernels;
  const Ended ended =
      run_program({PROGRAM, "--n", "3000", "--in-segments", "1000", "--segment", "10", "--repeats", "1"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  for (const Rung& rung : ladder()) EXPECT_NE(ended.out.find(rung.name), std::string::npos);
  for (const Rung& rung : even_first_ladder()) EXPECT_NE(ended.out.find(rung.name), std::string::npos);
  for (const SegmentRung& rung : segment_ladder()) EXPECT_NE(ended.out.find(rung.name), std::string::npos);
}

}  // namespace
