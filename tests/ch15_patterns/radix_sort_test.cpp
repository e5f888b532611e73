// Every rung on every input of sort_inputs.h, keys alone and with values; equal keys must keep their order.
#include "ch15_patterns/radix_sort/radix_sort.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>

#include "common/sort_report.h"
#include "tests/ch15_patterns/sorts.h"

namespace {

using sorts::Key;

class RadixSort : public testing::TestWithParam<std::tuple<int, std::size_t>> {};

TEST_P(RadixSort, RandomKeysAndPairsAreSorted) {
  const auto [rung, n] = GetParam();
  if (watched() && n > 100'000) GTEST_SKIP() << "too long under a tool";
  const std::vector<Key> keys = sorts::random_keys(n, test_seed());
  sorts::expect_keys_sorted(radix_sort::ladder()[rung], radix_sort::scratch_bytes, keys);
  sorts::expect_pairs_sorted(radix_sort::ladder()[rung], radix_sort::scratch_bytes, keys);
}

TEST_P(RadixSort, KeysInWarpsAreSorted) {
  const std::size_t n = std::get<1>(GetParam());
  if (watched() && n > 100'000) GTEST_SKIP() << "too long under a tool";
  std::vector<Key> keys = sorts::random_keys(n, test_seed());
  const Guarded<Key> d_keys(keys);
  Guarded<Key> d_sorted = poisoned<Key>(n);

  radix_sort::sort_in_warps(d_keys.data(), d_sorted.data(), n);

  EXPECT_TRUE(d_keys.to_host() == keys) << "the input was changed";
  for (std::size_t i = 0; i < n; i += 32) std::sort(keys.begin() + i, keys.begin() + std::min(n, i + 32));
  EXPECT_TRUE(d_sorted.to_host() == keys);
}

INSTANTIATE_TEST_SUITE_P(Ladder, RadixSort, every_rung_and_size(radix_sort::ladder()),
                         name_rung_and_size(radix_sort::ladder()));

class RadixSortInput : public testing::TestWithParam<int> {};

TEST_P(RadixSortInput, EveryRungSortsIt) {
  const sorts::Input& input = sorts::inputs[GetParam()];
  if (sanitized() && GetParam() >= 2) GTEST_SKIP() << "other inputs stand for it under a sanitizer";
  for (const auto& rung : radix_sort::ladder()) {
    for (const std::size_t n : all_or_few<std::size_t>({30'001, 4'096}, {5'001})) {
      const std::vector<Key> keys = input.make(n, test_seed());
      sorts::expect_keys_sorted(rung, radix_sort::scratch_bytes, keys);
      sorts::expect_pairs_sorted(rung, radix_sort::scratch_bytes, keys);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Inputs, RadixSortInput, sorts::every_input(), sorts::name_input);

class RadixSortOtherKeys : public testing::TestWithParam<std::size_t> {
 protected:
  void SetUp() override {
    if (watched() && GetParam() > 100'000) GTEST_SKIP() << "too long under a tool";
  }
};

template <typename T, typename Before>
void expect_sorted(void (*sort)(const T*, T*, std::size_t, void*), std::vector<T> x, Before before) {
  const Guarded<T> d_x(x);
  Guarded<T> d_sorted = poisoned<T>(x.size());
  Guarded<char> d_scratch = poisoned<char>(radix_sort::scratch_bytes(x.size()));
  sort(d_x.data(), d_sorted.data(), x.size(), d_scratch.data());
  const std::vector<T> unchanged = d_x.to_host(), sorted = d_sorted.to_host();
  EXPECT_EQ(std::memcmp(unchanged.data(), x.data(), x.size() * sizeof(T)), 0) << "the input was changed";
  std::sort(x.begin(), x.end(), before);
  EXPECT_EQ(std::memcmp(sorted.data(), x.data(), x.size() * sizeof(T)), 0) << x.size() << " numbers";
}

TEST_P(RadixSortOtherKeys, SignedNumbersAreSorted) {
  std::vector<std::int32_t> x = random_integers<std::int32_t>(GetParam(), INT32_MIN, INT32_MAX, test_seed());
  if (x.size() > 3) x[0] = 0, x[1] = -1, x[2] = INT32_MIN, x[3] = INT32_MAX;
  expect_sorted(radix_sort::sort_signed, x, std::less<std::int32_t>());
}

// Equal values with different bits are -0 and 0 only.
TEST_P(RadixSortOtherKeys, FloatsAreSorted) {
  std::vector<float> x = random_reals<float>(GetParam(), -1, 1, test_seed());
  using Limits = std::numeric_limits<float>;
  const float special[] = {0.0f,
                           -0.0f,
                           Limits::infinity(),
                           -Limits::infinity(),
                           Limits::denorm_min(),
                           -Limits::denorm_min(),
                           Limits::max(),
                           Limits::lowest()};
  if (x.size() > std::size(special)) std::copy(std::begin(special), std::end(special), x.begin());
  expect_sorted(radix_sort::sort_floats, x,
                [](float a, float b) { return a < b || (a == b && std::signbit(a) && !std::signbit(b)); });
}

INSTANTIATE_TEST_SUITE_P(Sizes, RadixSortOtherKeys, testing::ValuesIn(sizes_here()));

TEST(RadixSortFloats, PutsNaNsAtTheEndsThatTheirSignsSay) {
  const float nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();
  const Guarded<float> d_x(std::vector<float>{nan, 1, -infinity, std::copysign(nan, -1.0f), infinity});
  Guarded<float> d_sorted = poisoned<float>(5);
  Guarded<char> d_scratch = poisoned<char>(radix_sort::scratch_bytes(5));
  radix_sort::sort_floats(d_x.data(), d_sorted.data(), 5, d_scratch.data());
  const std::vector<float> sorted = d_sorted.to_host();
  EXPECT_TRUE(std::isnan(sorted[0]) && std::signbit(sorted[0]));
  EXPECT_EQ(std::vector<float>(sorted.begin() + 1, sorted.end() - 1), (std::vector<float>{-infinity, 1, infinity}));
  EXPECT_TRUE(std::isnan(sorted[4]) && !std::signbit(sorted[4]));
}

TEST(RadixSortReference, KeepsTheOrderOfEqualKeys) {
  const sorts::Sorted sorted = sorts::sort_pairs_cpu({7, 3, 7, 0xFFFFFFFF, 3, 0});
  EXPECT_EQ(sorted.keys, (std::vector<Key>{0, 3, 3, 7, 7, 0xFFFFFFFF}));
  EXPECT_EQ(sorted.order, (std::vector<sorts::Value>{5, 1, 4, 0, 2, 3}));
}

TEST(RadixSortLarge, SortsMoreThan2To31Pairs) {
  sorts::expect_many_sorted(radix_sort::ladder()[0], radix_sort::scratch_bytes, true);
}

TEST(RadixSortPeers, SortKeysAndPairs) {
  if (sorts::peers().empty()) GTEST_SKIP() << "no library here to compare with";
  for (const auto& peer : sorts::peers()) {
    for (const std::size_t n : all_or_few<std::size_t>({1, 257, 1000003}, {257})) {
      const std::vector<Key> keys = sorts::random_keys(n, test_seed());
      sorts::expect_keys_sorted(peer, radix_sort::scratch_bytes, keys);
      sorts::expect_pairs_sorted(peer, radix_sort::scratch_bytes, keys);
    }
  }
}

// The programs' check of pairs.
TEST(MisplacedPairs, AreThoseThatNoStableSortLeaves) {
  using sorts::misplaced_pairs;
  const std::vector<Key> keys = {7, 3, 7, 3};
  EXPECT_EQ(misplaced_pairs(keys, {3, 3, 7, 7}, {1, 3, 0, 2}), 0);
  EXPECT_EQ(misplaced_pairs({}, {}, {}), 0);
  EXPECT_GT(misplaced_pairs(keys, {3, 3, 7, 7}, {3, 1, 0, 2}), 0) << "equal keys in another order";
  EXPECT_GT(misplaced_pairs(keys, {3, 3, 7, 7}, {1, 1, 0, 2}), 0) << "a pair twice";
  EXPECT_GT(misplaced_pairs(keys, {3, 3, 7, 7}, {1, 3, 0, 4}), 0) << "a place that there is not";
  EXPECT_GT(misplaced_pairs(keys, {3, 3, 7, 8}, {1, 3, 0, 2}), 0) << "a key that there was not";
  EXPECT_GT(misplaced_pairs(keys, {7, 7, 3, 3}, {0, 2, 1, 3}), 0) << "keys that fall";
  EXPECT_GT(misplaced_pairs(keys, {3, 3, 7}, {1, 3, 0}), 0) << "a pair too few";
}

TEST(RadixSortProgram, ShowsEveryRung) {
  const Ended ended = run_program({PROGRAM, "--n", "5000", "--repeats", "1"});
  if (ended.status == 77) GTEST_SKIP() << ended.err;
  EXPECT_EQ(ended.status, 0) << ended.err;
  for (const auto& rung : radix_sort::ladder()) EXPECT_NE(ended.out.find(rung.name), std::string::npos);
}

TEST(RadixSortProgram, RefusesANegativeSizeInOneLine) {
  const Ended ended = run_program({PROGRAM, "--n", "-5"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
}

}  // namespace
