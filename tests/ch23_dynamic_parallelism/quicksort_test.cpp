// Every rung with every kind of keys; the limit of the depth, and launches that are refused.
#include "ch23_dynamic_parallelism/quicksort/quicksort.h"

#include "tests/ch15_patterns/sorts.h"

namespace {

using namespace quicksort;

// Sizes around a leaf and above it; leaves alone for sizes below.
TEST(Quicksort, RandomKeysAreSorted) {
  for (const auto& rung : ladder())
    for (const std::size_t n : {0, 1, 2, 31, 33, 1000, 2047, 2048, 2049, 4097, 20'011})
      sorts::expect_keys_sorted(rung, scratch_bytes, sorts::random_keys(n, test_seed()));
}

std::vector<Key> reversed(std::size_t n) {
  std::vector<Key> keys = sorts::sort_cpu(sorts::random_keys(n, test_seed()));
  std::reverse(keys.begin(), keys.end());
  return keys;
}

TEST(Quicksort, KeysOfEveryKindAreSorted) {
  for (const auto& rung : ladder()) {
    for (const sorts::Input& input : sorts::inputs)
      sorts::expect_keys_sorted(rung, scratch_bytes, input.make(9001, test_seed()));
    sorts::expect_keys_sorted(rung, scratch_bytes, reversed(9001));
  }
}

TEST(Quicksort, FewKeysAreSortedByOneThreadPerGrid) {
  for (const std::size_t n : {0, 1, 2, 32, 33, 34, 100, 1500})
    sorts::expect_keys_sorted(for_few_keys()[0], scratch_bytes, sorts::random_keys(n, test_seed()));
  for (const sorts::Input& input : sorts::inputs)
    sorts::expect_keys_sorted(for_few_keys()[0], scratch_bytes, input.make(700, test_seed()));
  sorts::expect_keys_sorted(for_few_keys()[0], scratch_bytes, reversed(700));
}

// Segments at the largest depth are sorted in place, larger than a leaf or not.
TEST(Quicksort, DepthIsBounded) {
  const std::vector<Key> keys = sorts::random_keys(10'007, test_seed());
  for (const int depth : {0, 1, 2, 3}) {
    const Guarded<Key> d_keys(keys);
    Guarded<Key> d_sorted = poisoned<Key>(keys.size());
    Guarded<char> d_scratch = poisoned<char>(scratch_bytes(keys.size()));
    sort_to_depth(d_keys.data(), d_sorted.data(), keys.size(), d_scratch.data(), depth);
    EXPECT_EQ(d_sorted.to_host(), sorts::sort_cpu(keys)) << "depth " << depth;
  }
  EXPECT_EQ(depth_for(0), 4);
  EXPECT_EQ(depth_for(leaf), 4);
  EXPECT_EQ(depth_for(2 * leaf), 6);
  EXPECT_EQ(depth_for(1024 * leaf), 24);
}

// A grid's two tail launches are pending until it has ended, and the second one until all of the first one's have.
TEST(Quicksort, WhatIsRefusedIsSortedNevertheless) {
  if (sanitized()) GTEST_SKIP() << "memcheck takes a launch that is refused for a write out of bounds";
  check(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 2));
  const std::vector<Key> keys = sorts::random_keys(30'011, test_seed());
  const Guarded<Key> d_keys(keys);
  Guarded<Key> d_sorted = poisoned<Key>(keys.size());
  Guarded<char> d_scratch = poisoned<char>(scratch_bytes(keys.size()));
  ladder()[0].run(d_keys.data(), nullptr, d_sorted.data(), nullptr, keys.size(), d_scratch.data());
  EXPECT_EQ(d_sorted.to_host(), sorts::sort_cpu(keys));
  if (emulated_device()) {  // an H200 has room for more than it was told
    EXPECT_GT(refused_launches(d_scratch.data()), 0u);
  }
  check(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 2048));
  ladder()[0].run(d_keys.data(), nullptr, d_sorted.data(), nullptr, keys.size(), d_scratch.data());
  EXPECT_EQ(refused_launches(d_scratch.data()), 0u);
}

TEST(QuicksortProgram, IsRightForEveryKindOfKeys) {
  if (sanitized()) GTEST_SKIP() << sorts::same_kernels;
  const Ended ended = run_program({PROGRAM, "--n", "5000", "--few", "300", "--repeats", "1"});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  for (const auto& rung : ladder()) EXPECT_NE(ended.out.find(rung.name), std::string::npos);
  EXPECT_NE(ended.out.find("one_thread"), std::string::npos);
}

TEST(QuicksortProgram, RefusesANegativeCount) {
  const Ended ended = run_program({PROGRAM, "--n", "-1"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
}

}  // namespace
