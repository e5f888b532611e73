// Integers, and results sorted: the comparison is exact.
#include "ch10_atomics/aggregated/aggregated.h"

#include "common/testing.h"
#include "common/values.h"

namespace {

class Aggregated : public testing::TestWithParam<std::tuple<int, std::size_t>> {};

TEST_P(Aggregated, KeepsWhatIsBelowTheLimitAndNothingElse) {
  const auto [rung, n] = GetParam();
  const std::vector<int> x = random_integers<int>(n, 0, 99, test_seed());
  const Guarded<int> d_x(x);
  const std::vector<int> limits = sanitized() ? std::vector{50} : std::vector{0, 1, 50, 100};
  for (const int limit : limits) {
    Guarded<int> d_kept = poisoned<int>(n), d_count(std::vector<int>{0});
    aggregated::ladder()[rung].run(d_x.data(), d_kept.data(), d_count.data(), n, limit);
    const std::vector<int> expected = aggregated::filter_cpu(x, limit);
    ASSERT_EQ(d_count.to_host()[0], static_cast<int>(expected.size())) << "limit " << limit;
    std::vector<int> kept = d_kept.to_host();
    for (std::size_t i = expected.size(); i < n; ++i) ASSERT_EQ(kept[i], -1) << "behind the kept ones";
    kept.resize(expected.size());
    std::sort(kept.begin(), kept.end());
    EXPECT_EQ(kept, expected) << "limit " << limit;
  }
  EXPECT_EQ(d_x.to_host(), x) << "the input was changed";
}

INSTANTIATE_TEST_SUITE_P(Ladder, Aggregated, every_rung_and_size(aggregated::ladder()),
                         name_rung_and_size(aggregated::ladder()));

TEST(AggregatedProgram, ShowsEveryRungAtAnyShare) {
  for (const auto& percent : {"0", "7", "100"}) {
    const Ended ended = run_program({PROGRAM, "--n", "5000", "--percent", percent, "--repeats", "1"});
    EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
    for (const auto& rung : aggregated::ladder()) EXPECT_NE(ended.out.find(rung.name), std::string::npos) << rung.name;
  }
  EXPECT_EQ(run_program({PROGRAM, "--n", "0", "--repeats", "1"}).status, 0);
}

TEST(AggregatedProgram, BadInputIsAUsageError) {
  for (const auto& option : {"--n=-1", "--percent=101", "--nonsense"}) {
    const Ended ended = run_program({PROGRAM, option});
    EXPECT_EQ(ended.status, 2) << option;
    EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
  }
}

}  // namespace
