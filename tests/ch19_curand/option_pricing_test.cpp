#include "ch19_curand/option_pricing/option_pricing.h"

#include <cmath>

#include "common/owners.h"
#include "common/testing.h"

namespace {

using namespace option_pricing;

Sums priced(const Rung& rung, const Option& option, std::size_t samples) {
  auto d_numbers = poisoned<float>(samples + 1);
  auto d_sums = poisoned<Sums>(1);
  const CurandGenerator generator(CURAND_RNG_PSEUDO_PHILOX4_32_10);
  generator.seed(test_seed());
  check(cudaDeviceSynchronize());  // what fills the arrays is in the default stream, for which others do not wait
  const Stream stream;
  rung.run({option, samples, test_seed(), d_numbers.data(), d_sums.data()}, generator, stream);
  stream.wait();
  return d_sums.to_host()[0];
}

// Hull, "Options, Futures, and Other Derivatives", example of the chapter on Black and Scholes: 4.76.
TEST(OptionPricing, FormulaGivesThePublishedPrice) {
  EXPECT_NEAR(black_scholes({42, 40, 0.5, 0.10, 0.20}), 4.76, 0.005);
}

// The mean of the payoffs, as an integral, is what the formula gives: they are derived in different ways.
TEST(OptionPricing, FormulaIsThePayoffsMean) {
  const Option option;
  double mean = 0;
  for (double z = -12; z <= 12; z += 1e-4)
    mean += 1e-4 * std::exp(-z * z / 2) / std::sqrt(2 * std::acos(-1.0)) * payoff_cpu(option, z);
  EXPECT_NEAR(mean, black_scholes(option), 1e-6);
}

TEST(OptionPricing, EveryRungIsWithinItsErrorOfTheFormula) {
  const std::size_t n = 40'000;
  for (const Option& option : {Option{}, Option{100, 80, 2, 0.05, 0.4}, Option{50, 60, 0.5, 0, 0.3}})
    for (const Rung& rung : ladder()) {
      const Estimate e = estimate(priced(rung, option, n), n);
      const double of_theory = deviation(option, rung.pairs) / std::sqrt(1.0 * n);
      EXPECT_LE(std::abs(e.price - black_scholes(option)), 6 * of_theory + rounding(option)) << rung.name;
      // The squares' mean has a wider spread: with 40000 samples of these payoffs it is a few per cent.
      EXPECT_NEAR(e.half_width / 1.96 / of_theory, 1, 0.1) << rung.name;
    }
}

// Without volatility all paths are the same: every sample is the payoff, and the sums count them.
TEST(OptionPricing, EverySampleIsCountedOnce) {
  Option certain;
  certain.strike = 90;
  certain.volatility = 0;
  const double payoff = payoff_cpu(certain, 0);
  for (const Rung& rung : ladder())
    for (const std::size_t samples : {0, 1, 2, 3, 5, 255, 256, 257, 1023, 1025, 5001}) {
      const Sums sums = priced(rung, certain, samples);
      const double n = static_cast<double>(samples);
      EXPECT_NEAR(sums.sum, n * payoff, n * rounding(certain)) << rung.name << " " << samples;
      EXPECT_NEAR(sums.squares, n * payoff * payoff, 2.01 * n * payoff * rounding(certain)) << rung.name;
    }
}

// More samples than the largest grid has threads: the loop over samples repeats.
TEST(OptionPricing, ThreadsTakeSeveralSamples) {
  const std::size_t n = 1024 * 256 * 4 + 1000;
  if (const auto reason = too_many_here(n, 2'000'000); !reason.empty()) GTEST_SKIP() << reason;
  Option certain;
  certain.volatility = 0;
  certain.strike = 90;
  for (const Rung& rung : ladder())
    EXPECT_NEAR(priced(rung, certain, n).sum, 1.0 * n * payoff_cpu(certain, 0), 1.0 * n * rounding(certain))
        << rung.name;
}

TEST(OptionPricing, PairsVaryLess) {
  const Option option;
  EXPECT_LT(deviation(option, true) * std::sqrt(2.0), deviation(option, false));
}

TEST(OptionPricingProgram, ShowsEveryRung) {
  const Ended ended = run_program({PROGRAM, "--repeats", "1", "--n", "100000", "--strike", "95"});
  if (ended.status == 77) GTEST_SKIP() << ended.err;
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  for (const Rung& rung : ladder()) EXPECT_NE(ended.out.find(rung.name), std::string::npos) << rung.name;
}

TEST(OptionPricingProgram, RefusesAStrikeFarOutInOneLine) {
  const Ended ended = run_program({PROGRAM, "--strike", "1000"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
}

}  // namespace
