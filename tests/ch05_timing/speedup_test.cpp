// One rounding, the same on both sides: the sums must be equal bit by bit.
#include "ch05_timing/speedup/speedup.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "common/testing.h"
#include "common/values.h"

namespace {

template <typename Real>
void expect_sums_match_reference(const speedup::Rung<Real>& rung, std::size_t n) {
  const std::vector<Real> x = random_reals<Real>(n, -1, 1, test_seed());
  const std::vector<Real> y = random_reals<Real>(n, -1, 1, test_seed() + 1);
  const Guarded<Real> d_x(x), d_y(y);
  constexpr std::size_t beyond = 2048;  // more than any rung's last block covers
  Guarded<Real> d_z = poisoned<Real>(n + beyond);
  std::vector<Real> expected(n);
  speedup::add_cpu(x, y, expected);

  rung.run(d_x.data(), d_y.data(), d_z.data(), n);

  std::vector<Real> z = d_z.to_host();
  for (std::size_t i = n; i < z.size(); ++i) ASSERT_TRUE(std::isnan(z[i])) << i - n + 1 << " past the end";
  z.resize(n);
  EXPECT_EQ(z, expected);
  EXPECT_EQ(d_x.to_host(), x) << "an input was changed";
  EXPECT_EQ(d_y.to_host(), y) << "an input was changed";
}

class Speedup : public testing::TestWithParam<std::tuple<int, std::size_t>> {};

TEST_P(Speedup, SumsMatchReferenceInFloatAndDouble) {
  const auto [rung, n] = GetParam();
  expect_sums_match_reference(speedup::ladder<float>()[rung], n);
  expect_sums_match_reference(speedup::ladder<double>()[rung], n);
}

INSTANTIATE_TEST_SUITE_P(Ladder, Speedup, every_rung_and_size(speedup::ladder<float>()),
                         name_rung_and_size(speedup::ladder<float>()));

TEST(SpeedupPeers, MatchReference) {
  if (speedup::peers<float>().empty()) GTEST_SKIP() << "no library here to compare with";
  for (const std::size_t n : {std::size_t{0}, std::size_t{1}, std::size_t{1000003}}) {
    for (const auto& peer : speedup::peers<float>()) expect_sums_match_reference(peer, n);
    for (const auto& peer : speedup::peers<double>()) expect_sums_match_reference(peer, n);
  }
}

TEST(SpeedupProgram, ShowsKernelAndCopies) {
  const std::string csv = temporary_file("speedup.csv");
  const Ended ended =
      run_program({PROGRAM, "--repeats", "1", "--n", "12345", "--precision", "double", "--peers", "--csv", csv});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  for (const char* row : {"CPU, one core", "one", "grid_stride", "several", "vectorised", "pageable", "pinned"})
    EXPECT_NE(ended.out.find(std::string("\n") + row + " "), std::string::npos) << row << "\n" << ended.out;
  std::ifstream file(csv);
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  EXPECT_NE(text.find("pinned,"), std::string::npos) << text;
  std::remove(csv.c_str());
}

TEST(SpeedupProgram, NoElementsAreFine) {
  EXPECT_EQ(run_program({PROGRAM, "--n", "0"}).status, 0);
}

TEST(SpeedupProgram, NegativeSizeIsAUsageError) {
  const Ended ended = run_program({PROGRAM, "--n", "-1"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
}

}  // namespace
