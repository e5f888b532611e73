// Every rung on every input of sort_inputs.h, keys alone and with values; equal keys must keep their order.
#include "ch15_patterns/quick_split/quick_split.h"

#include <stdexcept>

#include "tests/ch15_patterns/sorts.h"

namespace {

using sorts::Key;
using sorts::Value;

const quick_split::Rung& rung_of(int i) {
  return quick_split::ladder()[i];
}

// The rungs as sorts.h needs them: the number of passes is checked elsewhere.
const sorts::Rung rungs[] = {
    {rung_of(0).name, [](const Key* k, const Value* v, Key* s, Value* t, std::size_t n,
                         void* scratch) { rung_of(0).run(k, v, s, t, n, scratch); }},
    {rung_of(1).name, [](const Key* k, const Value* v, Key* s, Value* t, std::size_t n,
                         void* scratch) { rung_of(1).run(k, v, s, t, n, scratch); }},
};

class QuickSplit : public testing::TestWithParam<std::tuple<int, std::size_t>> {};

TEST_P(QuickSplit, RandomKeysAndPairsAreSorted) {
  const auto [rung, n] = GetParam();
  if (const std::string reason = sorts::left_out(n); !reason.empty()) GTEST_SKIP() << reason;
  const std::vector<Key> keys = sorts::random_keys(n, test_seed());
  sorts::expect_keys_sorted(rungs[rung], quick_split::scratch_bytes, keys);
  sorts::expect_pairs_sorted(rungs[rung], quick_split::scratch_bytes, keys);
}

INSTANTIATE_TEST_SUITE_P(Ladder, QuickSplit, every_rung_and_size(rungs), name_rung_and_size(rungs));

class QuickSplitInput : public testing::TestWithParam<int> {};

TEST_P(QuickSplitInput, EveryRungSortsIt) {
  const sorts::Input& input = sorts::inputs[GetParam()];
  if (sanitized() && GetParam() >= 2) GTEST_SKIP() << "other inputs stand for it under a sanitizer";
  for (const auto& rung : rungs) {
    const std::vector<Key> keys = input.make(watched() ? 1'001 : 5'001, test_seed());
    sorts::expect_keys_sorted(rung, quick_split::scratch_bytes, keys);
    sorts::expect_pairs_sorted(rung, quick_split::scratch_bytes, keys);
  }
}

INSTANTIATE_TEST_SUITE_P(Inputs, QuickSplitInput, sorts::every_input(), sorts::name_input);

int passes_for(const quick_split::Rung& rung, const std::vector<Key>& keys) {
  const Guarded<Key> d_keys(keys);
  Guarded<Key> d_sorted = poisoned<Key>(keys.size());
  Guarded<char> d_scratch = poisoned<char>(quick_split::scratch_bytes(keys.size()));
  return rung.run(d_keys.data(), nullptr, d_sorted.data(), nullptr, keys.size(), d_scratch.data());
}

// Sorted keys: the middle one halves a segment, so that 2^k - 1 keys take k passes; after the last one only single keys
// are left.
TEST(QuickSplitPasses, AreAsFewAsTheirPivotsAllow) {
  for (const auto& rung : quick_split::ladder()) {
    std::vector<Key> keys(1023);
    std::iota(keys.begin(), keys.end(), Key{7});
    EXPECT_EQ(passes_for(rung, keys), 9) << rung.name;  // after it all segments have one key
    EXPECT_EQ(passes_for(rung, std::vector<Key>(1000, 5)), 1) << rung.name << ": equal keys are all pivots";
    EXPECT_EQ(passes_for(rung, {3, 1, 2}), rung.name == std::string("middle_pivot") ? 2 : 1) << rung.name;
    EXPECT_EQ(passes_for(rung, {3}), 0) << rung.name;
    EXPECT_EQ(passes_for(rung, {}), 0) << rung.name;
  }
}

TEST(QuickSplit, RefusesMoreKeysThanItsCountsHold) {
  for (const auto& rung : quick_split::ladder())
    EXPECT_THROW(rung.run(nullptr, nullptr, nullptr, nullptr, std::size_t{1} << 32, nullptr), std::length_error);
}

TEST(QuickSplitProgram, ShowsEveryRung) {
  const Ended ended = run_program({PROGRAM, "--n", "700", "--repeats", "1"});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  for (const auto& rung : quick_split::ladder())
    EXPECT_NE(ended.out.find(std::string(rung.name) + ", "), std::string::npos) << rung.name << "\n" << ended.out;
}

TEST(QuickSplitProgram, BadInputIsAUsageError) {
  const Ended ended = run_program({PROGRAM, "--n", "-5"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
}

}  // namespace
