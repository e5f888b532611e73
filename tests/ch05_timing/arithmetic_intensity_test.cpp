// Counting up and correctly rounded square roots: both sides do the same arithmetic, so the tests are exact.
#include "ch05_timing/arithmetic_intensity/arithmetic_intensity.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "common/testing.h"
#include "common/values.h"

namespace {

using arithmetic_intensity::ladder;

template <typename Real>
void expect_counts_match_reference(const arithmetic_intensity::Rung<Real>& rung, std::size_t n, Real limit) {
  const std::vector<Real> x = random_reals<Real>(n, 0, 4, test_seed());  // the steps differ from element to element
  const Guarded<Real> d_x(x);
  constexpr std::size_t beyond = 1024;
  Guarded<Real> d_y = poisoned<Real>(n + beyond);
  std::vector<Real> expected(n);
  arithmetic_intensity::count_cpu(x, n, limit, expected);

  rung.run(d_x.data(), d_y.data(), n, limit);

  std::vector<Real> y = d_y.to_host();
  for (std::size_t i = n; i < y.size(); ++i) ASSERT_TRUE(std::isnan(y[i])) << i - n + 1 << " past the end";
  y.resize(n);
  EXPECT_EQ(y, expected);
  EXPECT_EQ(d_x.to_host(), x) << "the input was changed";
}

class ArithmeticIntensity : public testing::TestWithParam<std::tuple<int, std::size_t>> {};

TEST_P(ArithmeticIntensity, CountsMatchReferenceInFloatAndDouble) {
  const auto [rung, n] = GetParam();
  for (const int limit : {1, 3}) {
    expect_counts_match_reference<float>(ladder<float>()[rung], n, static_cast<float>(limit));
    expect_counts_match_reference<double>(ladder<double>()[rung], n, limit);
  }
}

INSTANTIATE_TEST_SUITE_P(Ladder, ArithmeticIntensity, every_rung_and_size(ladder<float>()),
                         name_rung_and_size(ladder<float>()));

TEST(ArithmeticIntensityRungs, LongLoopsMatchReference) {
  for (const auto& rung : ladder<float>()) expect_counts_match_reference<float>(rung, 301, 100);
  for (const auto& rung : ladder<double>()) expect_counts_match_reference<double>(rung, 301, 100);
}

TEST(ArithmeticIntensityRungs, WhatIsBeyondTheLimitStays) {
  const std::vector<float> x = {0, 8.5f, 9, 10, 1e20f, std::numeric_limits<float>::infinity()};
  for (const auto& rung : ladder<float>()) {
    const Guarded<float> d_x(x);
    Guarded<float> d_y = poisoned<float>(x.size());
    rung.run(d_x.data(), d_y.data(), x.size(), 3);
    EXPECT_EQ(d_y.to_host(), (std::vector<float>{9, 9.5f, 9, 10, 1e20f, x[5]})) << rung.name;
  }
}

TEST(ArithmeticIntensityProgram, WritesTwoCurves) {
  const std::string csv = temporary_file("curves.csv");
  const Ended ended = run_program({PROGRAM, "--n", "1e4", "--limit", "4", "--repeats", "1", "--csv", csv});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  std::ifstream file(csv);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  ASSERT_EQ(lines.size(), 2u + 2 + 2 + 3) << "n = 1000 and 10000; limits 1, 2 and 4";
  EXPECT_EQ(lines[1], "n,cpu_ms,one_ms,launch_ms,two_ms,x one CPU core");
  EXPECT_EQ(lines[2].substr(0, 5), "1000,");
  EXPECT_EQ(lines[3].substr(0, 6), "10000,");
  EXPECT_EQ(lines[5], "roots,cpu_ms,one_ms,launch_ms,two_ms,x one CPU core");
  EXPECT_EQ(lines[8].substr(0, 3), "16,");
  std::remove(csv.c_str());
}

TEST(ArithmeticIntensityProgram, BadInputIsAUsageError) {
  for (const auto& option : {"--n=999", "--n=-1e4", "--limit=0", "--limit=1e6", "--limit=nan"}) {
    const Ended ended = run_program({PROGRAM, option});
    EXPECT_EQ(ended.status, 2) << option;
    EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
  }
}

TEST(ArithmeticIntensityProgram, UnwritableCsvIsAnError) {
  const Ended ended = run_program({PROGRAM, "--n", "1e3", "--csv", "/no/such/folder/file.csv"});
  EXPECT_EQ(ended.status, 3);
  EXPECT_TRUE(ended.err.ends_with("cannot write /no/such/folder/file.csv\n")) << ended.err;
}

}  // namespace
