// Integers: every lane's result is exact. The reference is checked with cases computed by hand.
#include "ch11_warps/groups/groups.h"

#include <numeric>

#include "common/testing.h"
#include "common/values.h"

namespace {

using namespace groups;

class Groups : public testing::TestWithParam<std::tuple<int, std::size_t>> {};

TEST_P(Groups, EveryThreadGetsItsResult) {
  const auto [number, n] = GetParam();
  const Rung& rung = ladder()[number];
  for (const int most : all_or_few<int>({0, 1, 5, 1000}, {5})) {
    std::vector<int> x = random_integers<int>(n, -most, most, test_seed());
    const Guarded<int> d_x(x);
    Guarded<int> d_result = poisoned<int>(n);
    rung.run(d_x.data(), d_result.data(), n);
    check(cudaDeviceSynchronize());
    EXPECT_EQ(d_result.to_host(), expected_of(rung, x)) << "values up to " << most;
    EXPECT_EQ(d_x.to_host(), x) << "the input was changed";
  }
}

INSTANTIATE_TEST_SUITE_P(Ladder, Groups,
                         testing::Combine(testing::Range(0, static_cast<int>(ladder().size())),
                                          testing::ValuesIn(all_or_few<std::size_t>(
                                              {0, 1, 7, 8, 9, 31, 32, 33, 255, 257, 5003}, {0, 1, 9, 33, 257}))),
                         [](const auto& info) {
                           return std::string(ladder()[std::get<0>(info.param)].name) + "_" +
                                  std::to_string(std::get<1>(info.param));
                         });

TEST(GroupsReference, KnowsSmallCases) {
  ASSERT_EQ(ladder().size(), 7u);
  std::vector<int> x(10);
  std::iota(x.begin(), x.end(), 1);  // 1 to 10, then 22 lanes with 0
  const auto expected = [&](int number) { return expected_of(ladder()[number], x); };
  EXPECT_EQ(expected(0), (std::vector<int>{36, 36, 36, 36, 36, 36, 36, 36, 19, 19}));
  EXPECT_EQ(expected(1), (std::vector<int>{1, 3, 6, 10, 15, 21, 28, 36, 9, 19}));
  EXPECT_EQ(expected(2), (std::vector<int>{0, 1, 3, 6, 10, 15, 21, 28, 0, 9}));
  EXPECT_EQ(expected(3), (std::vector<int>{25, 30, 25, 30, 25, 30, 25, 30, 25, 30}));
  EXPECT_EQ(expected(4), (std::vector<int>{0, 0, 1, 1, 2, 2, 3, 3, 4, 4}));
  EXPECT_EQ(expected(6), (std::vector<int>{10, 10, 10, 10, 36, 36, 36, 36, 55, 55}));
  x = {0, 7, 7, 0, 5};
  EXPECT_EQ(expected(5), (std::vector<int>{29, 2, 2, 29, 1})) << "27 lanes beyond the end have 0 too";
}

TEST(GroupsProgram, ShowsEveryFunction) {
  for (const auto& n : {"0", "5", "1000"}) {
    const Ended ended = run_program({PROGRAM, "--n", n});
    EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
    for (const Rung& rung : ladder()) EXPECT_NE(ended.out.find(rung.name), std::string::npos) << rung.name;
  }
}

TEST(GroupsProgram, BadInputIsAUsageError) {
  for (const auto& option : {"--n=-1", "--seed=-1", "--nonsense"}) {
    const Ended ended = run_program({PROGRAM, option});
    EXPECT_EQ(ended.status, 2) << option;
    EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
  }
}

}  // namespace
