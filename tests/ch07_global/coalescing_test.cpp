// Values move and nothing is computed: exact. The theory is checked against figures worked out by hand.
#include "ch07_global/coalescing/coalescing.h"

#include <algorithm>

#include "common/random.h"
#include "common/testing.h"

namespace {

using namespace coalescing;

template <typename Real>
void expect_gathered(const Rung<Real>& rung, std::size_t n) {
  const std::vector<Real> x = random_reals<Real>(n, -1, 1, test_seed());
  const Guarded<Real> d_x(x);
  Guarded<Real> d_y = poisoned<Real>(n);

  rung.run(d_x.data(), n, d_y.data());

  EXPECT_EQ(d_y.to_host(), rung.reference(x));
  EXPECT_EQ(d_x.to_host(), x) << "the input was changed";
}

class Coalescing : public testing::TestWithParam<std::tuple<int, std::size_t>> {};

TEST_P(Coalescing, MatchesReferenceInFloatAndDouble) {
  const auto [rung, n] = GetParam();
  expect_gathered(ladder<float>[rung], n);
  expect_gathered(ladder<double>[rung], n);
}

INSTANTIATE_TEST_SUITE_P(Ladder, Coalescing, every_rung_and_size(ladder<float>), name_rung_and_size(ladder<float>));

TEST(Patterns, ReadWhatTheirNamesSay) {
  const std::vector<int> x = {10, 11, 12, 13, 14};
  EXPECT_EQ(gather_cpu<Sequential>(x), x);
  EXPECT_EQ(gather_cpu<Permuted>(x), (std::vector<int>{11, 10, 13, 12, 14}));
  EXPECT_EQ(gather_cpu<Misaligned>(x), (std::vector<int>{11, 12, 13, 14, 10}));
  EXPECT_EQ(gather_cpu<Broadcast>(x), (std::vector<int>{10, 10, 10, 10, 10}));
  EXPECT_EQ(Strided::source(1, 4096), 16u);
  EXPECT_EQ(Strided::source(256, 4096), 1u);
}

TEST(Patterns, AllButTheBroadcastReadEveryElementOnceInFullBlocks) {
  for (const auto source : {Sequential::source, Permuted::source, Misaligned::source, Strided::source}) {
    std::vector<std::size_t> seen(4096);
    for (std::size_t i = 0; i < seen.size(); ++i) seen[i] = source(i, seen.size());
    std::sort(seen.begin(), seen.end());
    for (std::size_t i = 0; i < seen.size(); ++i) ASSERT_EQ(seen[i], i);
  }
}

// A warp of floats spans 128 bytes, four sectors, of doubles eight. Misaligned by one element it touches one more (but
// for the last warp, whose last thread wraps around). Strided, each element is alone in its sector.
TEST(Degree, AgreesWithTheoryByHand) {
  constexpr std::size_t n = 1 << 20;
  EXPECT_DOUBLE_EQ((degree_of_coalescing<Sequential, float>(n)), 1);
  EXPECT_DOUBLE_EQ((degree_of_coalescing<Permuted, float>(n)), 1);
  EXPECT_NEAR((degree_of_coalescing<Misaligned, float>(n)), 4.0 / 5, 1e-4);
  EXPECT_DOUBLE_EQ((degree_of_coalescing<Strided, float>(n)), 4.0 / 32);
  EXPECT_DOUBLE_EQ((degree_of_coalescing<Broadcast, float>(n)), 4.0 / 32);
  EXPECT_NEAR((degree_of_coalescing<Misaligned, double>(n)), 8.0 / 9, 1e-4);
  EXPECT_DOUBLE_EQ((degree_of_coalescing<Strided, double>(n)), 8.0 / 32);
  EXPECT_DOUBLE_EQ((degree_of_coalescing<Sequential, float>(0)), 1);
}

TEST(CoalescingProgram, ShowsTheDegreeBesideTheTime) {
  const Ended ended = run_program({PROGRAM, "--n", "100000", "--repeats", "1"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_NE(ended.out.find("degree  12.5 %"), std::string::npos) << ended.out;
}

}  // namespace
