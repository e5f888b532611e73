// Sums of small whole numbers are exact in every type, whatever the order.
#include "ch10_atomics/atomic_types/atomic_types.h"

#include "common/testing.h"
#include "common/values.h"

namespace {

using namespace atomic_types;

struct Case {
  std::size_t n, words;
};

class AtomicTypes : public testing::TestWithParam<Case> {};

TEST_P(AtomicTypes, EverySumIsExact) {
  const auto [n, words] = GetParam();
  const std::vector<Small> x = random_integers<Small>(n, -1, 1, test_seed());
  const Guarded<Small> d_x(x);
  for (const Rung& rung : ladder()) {
    if (!lacking(rung.needs).empty()) continue;  // the program says that it skips it
    SCOPED_TRACE(rung.name);
    Guarded<unsigned char> d_sums = poisoned<unsigned char>(words * rung.bytes);
    rung.run(d_x.data(), n, d_sums.data(), words);
    EXPECT_EQ(worst_error(rung, d_sums.to_host().data(), sums_cpu(x, words)), 0);
    EXPECT_EQ(d_x.to_host(), x) << "the input was changed";
  }
}

// No more than 256 additions to a word: that is what bfloat16 holds. One word, all threads of a block on one word.
INSTANTIATE_TEST_SUITE_P(Sizes, AtomicTypes,
                         testing::ValuesIn(all_or_few<Case>(
                             {{0, 1}, {1, 1}, {256, 1}, {255, 7}, {257, 32}, {1000, 2000}, {10'000, 100}, {20'001, 97}},
                             {{0, 1}, {257, 32}, {1000, 2000}})),
                         [](const auto& info) {
                           return std::to_string(info.param.n) + "_to_" + std::to_string(info.param.words);
                         });

// So many additions to one word that threads meet there. On the emulator they do so only if several OS threads run the
// blocks at the same time, so a swap that is not repeated is no planted bug: whether it is noticed depends on the load.
TEST(AtomicTypesOfOneWord, LoseNoAddition) {
  const std::vector<Small> x =
      random_integers<Small>(sanitized() || watched() ? 10'000 : 2'000'000, -1, 1, test_seed());
  const Guarded<Small> d_x(x);
  for (const char* const name : {"int", "int, by swap"}) {
    const Rung& rung = rung_called(name, ladder());
    Guarded<unsigned char> d_sum = poisoned<unsigned char>(rung.bytes);
    rung.run(d_x.data(), x.size(), d_sum.data(), 1);
    EXPECT_EQ(worst_error(rung, d_sum.to_host().data(), sums_cpu(x, 1)), 0) << name;
  }
}

TEST(AtomicTypesError, NaNIsAnError) {
  const Rung& rung = rung_called("float", ladder());
  const std::vector<unsigned char> nan(2 * rung.bytes, 0xFF);
  EXPECT_FALSE(worst_error(rung, nan.data(), {0, 0}) <= 1e30);
}

TEST(AtomicTypesProgram, ShowsEveryTypeAndSaysWhatWouldBeRounded) {
  const Ended ended = run_program({PROGRAM, "--n", "10001", "--words", "64", "--repeats", "1"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  for (const Rung& rung : ladder()) EXPECT_NE(ended.out.find(rung.name), std::string::npos) << rung.name;

  const Ended rounded = run_program({PROGRAM, "--n", "100001", "--words", "32", "--repeats", "1"});
  EXPECT_EQ(rounded.status, 0) << rounded.err;
  // Each type whose sums of 3126 numbers may not be exact, and no other one.
  std::ptrdiff_t left_out = 0, told = 0;
  for (const Rung& rung : ladder()) left_out += lacking(rung.needs).empty() && rung.exact_to < 3126;
  for (std::size_t at = 0; (at = rounded.out.find("would be rounded", at)) != std::string::npos; ++at) ++told;
  EXPECT_EQ(told, left_out) << rounded.out;
}

TEST(AtomicTypesProgram, BadInputIsAUsageError) {
  for (const auto& option : {"--words=0", "--n=-5"}) {
    const Ended ended = run_program({PROGRAM, option});
    EXPECT_EQ(ended.status, 2) << option;
    EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
  }
}

}  // namespace
