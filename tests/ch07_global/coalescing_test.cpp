// Values are moved, not computed: exact. The theory is compared with numbers computed by hand.
#include "ch07_global/coalescing/coalescing.h"

#include <algorithm>

#include "common/testing.h"
#include "common/values.h"

namespace {

using namespace coalescing;

template <typename Real>
void expect_gathered(const Rung<Real>& rung, std::size_t n) {
  const std::vector<Real> x = random_reals<Real>(n, -1, 1, test_seed());
  const Guarded<Real> d_x(x);
  Guarded<Real> d_y = poisoned<Real>(n);

  rung.run(d_x.data(), d_y.data(), n);

  EXPECT_EQ(d_y.to_host(), gather_cpu(rung.source, x));
  EXPECT_EQ(d_x.to_host(), x) << "the input was changed";
}

class Coalescing : public testing::TestWithParam<std::tuple<int, std::size_t>> {};

TEST_P(Coalescing, MatchesReferenceInFloatAndDouble) {
  const auto [rung, n] = GetParam();
  expect_gathered(ladder<float>()[rung], n);
  expect_gathered(ladder<double>()[rung], n);
}

INSTANTIATE_TEST_SUITE_P(Ladder, Coalescing, every_rung_and_size(ladder<float>()), name_rung_and_size(ladder<float>()));

TEST(Patterns, ReadWhatTheirNamesSay) {
  const std::vector<int> x = {10, 11, 12, 13, 14};
  EXPECT_EQ(gather_cpu(sequential_source, x), x);
  EXPECT_EQ(gather_cpu(permuted_source, x), (std::vector<int>{11, 10, 13, 12, 14}));
  EXPECT_EQ(gather_cpu(misaligned_source, x), (std::vector<int>{11, 12, 13, 14, 10}));
  EXPECT_EQ(gather_cpu(strided_source, x), x);  // not a single row
  EXPECT_EQ(gather_cpu(broadcast_source, x), (std::vector<int>{10, 10, 10, 10, 10}));
}

// 4096 elements are 128 rows of 32 columns; of 4101 five are left over.
TEST(Patterns, TheStrideGoesDownTheColumns) {
  for (const std::size_t n : {4096, 4101}) {
    EXPECT_EQ(strided_source(0, n), 0u);
    EXPECT_EQ(strided_source(1, n), 32u);
    EXPECT_EQ(strided_source(127, n), 127u * 32);
    EXPECT_EQ(strided_source(128, n), 1u);
    EXPECT_EQ(strided_source(4095, n), 4095u);
  }
  EXPECT_EQ(strided_source(4100, 4101), 4100u);
}

TEST(Patterns, AllButTheBroadcastReadEveryElementOnce) {
  for (const Source source : {sequential_source, permuted_source, misaligned_source, strided_source}) {
    std::vector<std::size_t> seen(4101);
    for (std::size_t i = 0; i < seen.size(); ++i) seen[i] = source(i, seen.size());
    std::sort(seen.begin(), seen.end());
    for (std::size_t i = 0; i < seen.size(); ++i) ASSERT_EQ(seen[i], i);
  }
}

// A warp of floats spans 128 bytes, four sectors, of doubles eight. Misaligned by one element it touches one more (but
// for the last warp, whose last thread wraps around). Strided, each element is alone in its sector.
TEST(Degree, AgreesWithTheoryByHand) {
  constexpr std::size_t n = 1 << 20;
  EXPECT_DOUBLE_EQ(degree_of_coalescing<float>(sequential_source, n, n), 1);
  EXPECT_DOUBLE_EQ(degree_of_coalescing<float>(permuted_source, n, n), 1);
  EXPECT_NEAR(degree_of_coalescing<float>(misaligned_source, n, n), 4.0 / 5, 1e-4);
  EXPECT_DOUBLE_EQ(degree_of_coalescing<float>(strided_source, n, n), 4.0 / 32);
  EXPECT_DOUBLE_EQ(degree_of_coalescing<float>(broadcast_source, n, n), 4.0 / 32);
  EXPECT_NEAR(degree_of_coalescing<double>(misaligned_source, n, n), 8.0 / 9, 1e-4);
  EXPECT_DOUBLE_EQ(degree_of_coalescing<double>(strided_source, n, n), 8.0 / 32);
  EXPECT_DOUBLE_EQ(degree_of_coalescing<float>(sequential_source, 0, n), 1);
  // The first warp alone: whole sectors, though the last element's read wraps around.
  EXPECT_DOUBLE_EQ(degree_of_coalescing<float>(misaligned_source, 64, 32), 4.0 / 5);
}

TEST(CoalescingProgram, ShowsTheDegreeBesideTheTime) {
  const Ended ended = run_program({PROGRAM, "--n", "100000", "--repeats", "1"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_NE(ended.out.find("degree  12.5 %"), std::string::npos) << ended.out;
}

}  // namespace
