// Every rung on every input of sort_inputs.h, keys alone and with values; equal keys must keep their order. A tile
// holds 14336 keys, or 10752 pairs.
#include "ch15_patterns/one_sweep/one_sweep.h"

#include "tests/ch15_patterns/sorts.h"

namespace {

using one_sweep::Key;
using one_sweep::scratch_bytes;

class OneSweep : public testing::TestWithParam<std::tuple<int, std::size_t>> {};

TEST_P(OneSweep, RandomKeysAndPairsAreSorted) {
  const auto [index, n] = GetParam();
  const sorts::Rung& rung = one_sweep::ladder()[index];
  if (const std::string reason = lacking(rung.needs); !reason.empty()) GTEST_SKIP() << reason;
  if (const std::string reason = sorts::left_out(n); !reason.empty()) GTEST_SKIP() << reason;
  const std::vector<Key> keys = sorts::random_keys(n, test_seed());
  sorts::expect_keys_sorted(rung, scratch_bytes, keys);
  sorts::expect_pairs_sorted(rung, scratch_bytes, keys);
}

INSTANTIATE_TEST_SUITE_P(Ladder, OneSweep, every_rung_and_size(one_sweep::ladder()),
                         name_rung_and_size(one_sweep::ladder()));

class OneSweepInput : public testing::TestWithParam<int> {};

TEST_P(OneSweepInput, EveryRungSortsIt) {
  const sorts::Input& input = sorts::inputs[GetParam()];
  if (sanitized() && GetParam() >= 2) GTEST_SKIP() << "other inputs stand for it under a sanitizer";
  for (const auto& rung : one_sweep::ladder()) {
    if (const std::string reason = lacking(rung.needs); !reason.empty()) GTEST_SKIP() << reason;
    for (const std::size_t n : {2 * 10'752, 2 * 14'336, 70'001}) {
      if (sanitized() && n != 2 * 14'336) continue;
      const std::vector<Key> keys = input.make(n, test_seed());
      sorts::expect_keys_sorted(rung, scratch_bytes, keys);
      if (n < 50'000) sorts::expect_pairs_sorted(rung, scratch_bytes, keys);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Inputs, OneSweepInput, sorts::every_input(), sorts::name_input);

// Which passes move keys decides between which arrays they move: all sixteen cases.
TEST(OneSweepPasses, AnyOfThemMayBeLeftOut) {
  if (const std::string reason = lacking(one_sweep::ladder()[0].needs); !reason.empty()) GTEST_SKIP() << reason;
  for (Key moved = sanitized() ? 10 : 0; moved < 16; moved += sanitized() ? 10 : 1) {
    std::vector<Key> keys = sorts::random_keys(1000, test_seed());
    for (Key& key : keys)
      for (int pass = 0; pass < 4; ++pass)
        if (!(moved >> pass & 1)) key = (key & ~(0xFFu << 8 * pass)) | 0x5Au << 8 * pass;
    for (const auto& rung : one_sweep::ladder()) {
      sorts::expect_keys_sorted(rung, scratch_bytes, keys);
      sorts::expect_pairs_sorted(rung, scratch_bytes, keys);
    }
  }
}

TEST(OneSweepWide, SortsKeysAndPairs) {
  constexpr sorts::Rung wide = {"one_sweep_wide", one_sweep::one_sweep_wide, one_sweep::one_sweep_needs};
  if (const std::string reason = lacking(wide.needs); !reason.empty()) GTEST_SKIP() << reason;
  for (const auto& input : sorts::inputs) {
    if (sanitized() && &input != sorts::inputs) continue;
    sorts::expect_keys_sorted(wide, scratch_bytes, input.make(30'001, test_seed()));
    sorts::expect_pairs_sorted(wide, scratch_bytes, input.make(30'001, test_seed()));
  }
}

TEST(OneSweepLarge, SortsMoreThan2To31Keys) {
  sorts::expect_many_sorted(one_sweep::ladder()[1], scratch_bytes, false);
}

TEST(OneSweepLarge, SortsMoreThan2To31Pairs) {
  sorts::expect_many_sorted(one_sweep::ladder()[1], scratch_bytes, true);
}

TEST(OneSweepRounds, FollowEachOtherOnEveryMultiprocessor) {
  if (sanitized()) GTEST_SKIP() << "too long under a sanitizer";
  // The unordered first pass has a block per SM with 32768 keys in a round.
  const std::size_t n = std::size_t{32768} * multiprocessors() * 5 / 2 + 12'345;
  const std::vector<Key> keys = sorts::random_keys(n, test_seed());
  for (const auto& rung : one_sweep::ladder()) {
    if (const std::string reason = lacking(rung.needs); !reason.empty()) GTEST_SKIP() << reason;
    sorts::expect_keys_sorted(rung, scratch_bytes, keys);
  }
}

TEST(OneSweepProgram, ShowsEveryRung) {
  if (sanitized()) GTEST_SKIP() << sorts::same_kernels;
  const Ended ended = run_program({PROGRAM, "--n", "5000", "--repeats", "1"});
  if (ended.status == 77) GTEST_SKIP() << ended.err;
  EXPECT_EQ(ended.status, 0) << ended.err;
  for (const auto& rung : one_sweep::ladder()) EXPECT_NE(ended.out.find(rung.name), std::string::npos);
  for (const auto& input : sorts::inputs) EXPECT_NE(ended.out.find(input.name), std::string::npos);
}

TEST(OneSweepProgram, RefusesANegativeSizeInOneLine) {
  const Ended ended = run_program({PROGRAM, "--n", "-5"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
}

}  // namespace
