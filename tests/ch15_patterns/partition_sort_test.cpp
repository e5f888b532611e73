// The two levels sort fewer keys than they are meant for, so that their test is quick.
#include "ch15_patterns/partition_sort/partition_sort.h"

#include "tests/ch15_patterns/sorts.h"

namespace {

using partition_sort::Key;
using partition_sort::scratch_bytes;
using partition_sort::Value;

constexpr sorts::Rung two_levels = {
    "two_levels",
    [](const Key* keys, const Value*, Key* sorted, Value*, std::size_t n, void* scratch) {
      partition_sort::partition_sort_from(0, keys, sorted, n, scratch);
    },
    {75, partition_sort::partition_bytes}};

class PartitionSort : public testing::TestWithParam<std::tuple<int, std::size_t>> {};

TEST_P(PartitionSort, RandomKeysAreSorted) {
  const auto [index, n] = GetParam();
  const sorts::Rung& rung = partition_sort::ladder()[index];
  if (const std::string reason = lacking(rung.needs); !reason.empty()) GTEST_SKIP() << reason;
  if (const std::string reason = sorts::left_out(n); !reason.empty()) GTEST_SKIP() << reason;
  sorts::expect_keys_sorted(rung, scratch_bytes, sorts::random_keys(n, test_seed()));
}

TEST_P(PartitionSort, TwoLevelsSortRandomKeys) {
  const std::size_t n = std::get<1>(GetParam());
  if (const std::string reason = lacking(two_levels.needs); !reason.empty()) GTEST_SKIP() << reason;
  if (const std::string reason = sorts::left_out(n); !reason.empty()) GTEST_SKIP() << reason;
  sorts::expect_keys_sorted(two_levels, scratch_bytes, sorts::random_keys(n, test_seed()));
}

INSTANTIATE_TEST_SUITE_P(Ladder, PartitionSort, every_rung_and_size(partition_sort::ladder()),
                         name_rung_and_size(partition_sort::ladder()));

class PartitionSortInput : public testing::TestWithParam<int> {};

TEST_P(PartitionSortInput, TwoLevelsOrTheFallBackSortIt) {
  if (const std::string reason = lacking(two_levels.needs); !reason.empty()) GTEST_SKIP() << reason;
  if (sanitized() && GetParam() >= 3) GTEST_SKIP() << "other inputs stand for it under a sanitizer";
  sorts::expect_keys_sorted(two_levels, scratch_bytes,
                            sorts::inputs[GetParam()].make(sanitized() ? 2'001 : 50'001, test_seed()));
}

INSTANTIATE_TEST_SUITE_P(Inputs, PartitionSortInput, sorts::every_input(), sorts::name_input);

// Sorts by two levels; returns whether the fall-back was needed.
bool sorted_with_help(const std::vector<Key>& keys) {
  const Guarded<Key> d_keys(keys);
  Guarded<Key> d_sorted = poisoned<Key>(keys.size());
  Guarded<char> d_scratch = poisoned<char>(scratch_bytes(keys.size()));
  EXPECT_TRUE(partition_sort::partition_sort_from(0, d_keys.data(), d_sorted.data(), keys.size(), d_scratch.data()));
  EXPECT_TRUE(d_sorted.to_host() == sorts::sort_cpu(keys));
  return partition_sort::fell_back(d_scratch.data());
}

class PartitionSortFallBack : public testing::Test {
 protected:
  void SetUp() override {
    if (const std::string reason = lacking(two_levels.needs); !reason.empty()) GTEST_SKIP() << reason;
  }
  // 50'000 random keys, except that `count` of them agree in the bits of mask. Evenly spread, a segment (the first 7
  // bits) has 391 keys and room for 652, a bucket (5 more) has 12 and room for 108.
  static std::vector<Key> lumped(std::size_t count, Key mask) {
    std::vector<Key> keys = sorts::random_keys(50'000, test_seed());
    for (std::size_t i = 0; i < count; ++i) {
      Key& key = keys[i * (keys.size() / count)];
      key = (key & ~mask) | (0x9ABCDEF0 & mask);
    }
    return keys;
  }
  static constexpr Key one_segment = 0xFE000000, one_bucket = 0xFFF00000;
};

TEST_F(PartitionSortFallBack, SpreadKeysNeedNoHelp) {
  EXPECT_FALSE(sorted_with_help(sorts::random_keys(sanitized() ? 40'000 : 120'000, test_seed())));
}

TEST_F(PartitionSortFallBack, RisingKeysNeedNoHelp) {
  if (sanitized()) GTEST_SKIP() << "too long under a sanitizer: as SpreadKeysNeedNoHelp";
  std::vector<Key> rising = sorts::sort_cpu(sorts::random_keys(20'000, test_seed()));
  EXPECT_FALSE(sorted_with_help(rising));
}

// Each block of both partitions goes through its loop more than once, and loads ahead.
TEST_F(PartitionSortFallBack, RoundsFollowEachOtherOnEveryMultiprocessor) {
  if (sanitized()) GTEST_SKIP() << "too long under a sanitizer";
  const std::size_t n = std::size_t{32768} * multiprocessors() * 5 / 2 + 12'345;
  EXPECT_FALSE(sorted_with_help(sorts::random_keys(n, test_seed())));
}

TEST_F(PartitionSortFallBack, FollowsAConstantBit) {
  std::vector<Key> keys = sorts::random_keys(20'000, test_seed());
  for (Key& key : keys) key |= 1u << 22;
  EXPECT_TRUE(sorted_with_help(keys));
}

// With so few keys, 7 + 5 bits give the buckets and the next 12 the bins.
TEST_F(PartitionSortFallBack, FollowsThreeConstantBitsOfTheBins) {
  if (sanitized()) GTEST_SKIP() << "too long under a sanitizer: as FollowsAConstantBit";
  std::vector<Key> keys = sorts::random_keys(20'000, test_seed());
  for (Key& key : keys) key |= 7u << 10;
  EXPECT_TRUE(sorted_with_help(keys));
}

TEST_F(PartitionSortFallBack, IsNotNeededForConstantBitsBelowTheBins) {
  if (sanitized()) GTEST_SKIP() << "too long under a sanitizer: as SpreadKeysNeedNoHelp";
  std::vector<Key> keys = sorts::random_keys(20'000, test_seed());
  for (Key& key : keys) key |= 0xFF;
  EXPECT_FALSE(sorted_with_help(keys));
}

TEST_F(PartitionSortFallBack, FollowsASegmentThatOverflows) {
  if (sanitized()) GTEST_SKIP() << "too long under a sanitizer: as FollowsABinThatOverflows";
  EXPECT_TRUE(sorted_with_help(lumped(500, one_segment)));
}

TEST_F(PartitionSortFallBack, FollowsABucketThatOverflows) {  // while its segment has room for 150 keys more
  if (sanitized()) GTEST_SKIP() << "too long under a sanitizer: as FollowsABinThatOverflows";
  EXPECT_TRUE(sorted_with_help(lumped(150, one_bucket)));
}

TEST_F(PartitionSortFallBack, IsNotNeededForLumpsThatFit) {
  if (sanitized()) GTEST_SKIP() << "too long under a sanitizer: as SpreadKeysNeedNoHelp";
  EXPECT_FALSE(sorted_with_help(lumped(150, one_segment)));
  EXPECT_FALSE(sorted_with_help(lumped(70, one_bucket)));
}

TEST_F(PartitionSortFallBack, FollowsABinThatOverflows) {  // 60 equal keys fit in a bucket, but not in a bin
  std::vector<Key> keys = sorts::random_keys(20'000, test_seed());
  for (std::size_t i = 0; i < 60; ++i) keys[i * 300] = 0x9ABCDEF0;
  EXPECT_TRUE(sorted_with_help(keys));
}

TEST_F(PartitionSortFallBack, IsNotNeededForThirtyEqualKeys) {
  if (sanitized()) GTEST_SKIP() << "too long under a sanitizer: as SpreadKeysNeedNoHelp";
  std::vector<Key> keys = sorts::random_keys(20'000, test_seed());
  for (std::size_t i = 0; i < 30; ++i) keys[i * 300] = 0x9ABCDEF0;
  EXPECT_FALSE(sorted_with_help(keys));
}

TEST_F(PartitionSortFallBack, LargestAndSmallestKeysAreKept) {
  if (sanitized()) GTEST_SKIP() << "too long under a sanitizer: as SpreadKeysNeedNoHelp";
  std::vector<Key> keys = sorts::random_keys(20'000, test_seed());
  for (std::size_t i = 0; i < 20; ++i) keys[i * 700] = i % 2 ? 0 : 0xFFFFFFFF;
  EXPECT_FALSE(sorted_with_help(keys));
}

TEST_F(PartitionSortFallBack, ValuesAreRefused) {
  const DeviceBuffer<Key> d_keys(10);
  DeviceBuffer<Key> d_sorted(10), d_sorted_values(10);
  DeviceBuffer<char> d_scratch(scratch_bytes(10));
  EXPECT_THROW(partition_sort::ladder()[0].run(d_keys.data(), d_keys.data(), d_sorted.data(), d_sorted_values.data(),
                                               10, d_scratch.data()),
               std::invalid_argument);
}

// The fall-back's passes run until no tile is left: several rounds, as two blocks per SM take 14336 keys.
TEST_F(PartitionSortFallBack, SortsOnlyIfWanted) {
  const std::size_t n = sanitized() ? 30'001 : std::size_t{32768} * multiprocessors() * 5 / 2 + 12'345;
  const std::vector<Key> keys = sorts::random_keys(n, test_seed()), untouched(n, 0xFFFFFFFF);
  const Guarded<Key> d_keys(keys);
  for (const unsigned wanted : {0u, 1u}) {
    const Guarded<unsigned> d_wanted(std::vector<unsigned>{wanted});
    Guarded<Key> d_sorted = poisoned<Key>(n);
    Guarded<char> d_scratch = poisoned<char>(scratch_bytes(n));
    partition_sort::fall_back_if(d_wanted.data(), d_keys.data(), d_sorted.data(), n, d_scratch.data(), false);
    EXPECT_TRUE(d_sorted.to_host() == (wanted ? sorts::sort_cpu(keys) : untouched)) << wanted;
    if (wanted) continue;
    // The zeros at the front were set for it. If it runs when it should not, the result may still be right, so its
    // memory is checked too.
    const std::vector<char> scratch = d_scratch.to_host();
    const auto used = std::find_if(scratch.begin(), scratch.end(), [](char byte) { return byte != 0; });
    EXPECT_EQ(std::count(used, scratch.end(), static_cast<char>(poison)), scratch.end() - used);
  }
}

TEST_F(PartitionSortFallBack, SortsWithWideCounts) {
  const std::vector<Key> keys = sorts::random_keys(30'001, test_seed());
  const Guarded<Key> d_keys(keys);
  const Guarded<unsigned> d_wanted(std::vector<unsigned>{1});
  Guarded<Key> d_sorted = poisoned<Key>(keys.size());
  Guarded<char> d_scratch = poisoned<char>(scratch_bytes(keys.size()));
  partition_sort::fall_back_if(d_wanted.data(), d_keys.data(), d_sorted.data(), keys.size(), d_scratch.data(), true);
  EXPECT_TRUE(d_sorted.to_host() == sorts::sort_cpu(keys));
}

TEST(PartitionSortLarge, SortsMoreThan2To31Keys) {
  sorts::expect_many_sorted(partition_sort::ladder()[0], scratch_bytes, false);
}

TEST(PartitionSortProgram, ShowsEveryRung) {
  if (sanitized()) GTEST_SKIP() << sorts::same_kernels;
  const Ended ended = run_program({PROGRAM, "--n", "300", "--repeats", "1"});
  if (ended.status == 77) GTEST_SKIP() << ended.err;
  EXPECT_EQ(ended.status, 0) << ended.err;
  for (const auto& rung : partition_sort::ladder()) EXPECT_NE(ended.out.find(rung.name), std::string::npos);
  for (const auto& input : sorts::inputs) EXPECT_NE(ended.out.find(input.name), std::string::npos);
}

TEST(PartitionSortProgram, RefusesANegativeSizeInOneLine) {
  const Ended ended = run_program({PROGRAM, "--n", "-5"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
}

}  // namespace
