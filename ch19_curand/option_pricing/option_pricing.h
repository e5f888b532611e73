// A European call option's price as a mean over random futures (Monte Carlo), and the formula of Black and Scholes.
#pragma once

#include <cmath>
#include <cstddef>
#include <span>

#include "common/curand.h"

namespace option_pricing {

// The right to buy at the price strike after `years`. A share costs spot now; the interest rate is rate per year,
// compounded continuously; volatility is the standard deviation of the share's logarithm after a year.
struct Option {
  double spot = 100, strike = 105, years = 1, rate = 0.03, volatility = 0.2;
};

// Sums over samples: each is one payoff, discounted to today, or the mean of a pair. The price is the mean of the
// samples.
struct Sums {
  double sum, squares;
};

// The rungs. They add up `samples` samples. sums is in device memory and is set to 0 before. numbers: samples + 1
// values of device memory, which only stored_numbers uses. generator: in place device; only stored_numbers uses it. The
// others take their numbers from Philox with the seed. samples may be 0. They do not wait for the device, and throw
// CudaError or LibraryError.
struct Task {
  Option option;
  std::size_t samples;
  unsigned long long seed;
  float* numbers;
  Sums* sums;
};

struct Rung {
  const char* name;
  void (*run)(const Task& task, curandGenerator_t generator, cudaStream_t stream);
  bool pairs;
};

std::span<const Rung> ladder();

// ---- The references.
// Black and Scholes, "The Pricing of Options and Corporate Liabilities", 1973.
double black_scholes(const Option& option);
// One payoff, discounted: for the future in which the logarithm of the share's price is off by z standard deviations.
double payoff_cpu(const Option& option, double z);
// The standard deviation of one sample, by an integral over z.
double deviation(const Option& option, bool pairs);

// The mean, and the half width of its 95 per cent interval, as a simulation estimates them from its own samples.
struct Estimate {
  double price, half_width;
};
inline Estimate estimate(const Sums& sums, std::size_t samples) {
  const double n = static_cast<double>(samples), mean = sums.sum / n;
  return {mean, 1.96 * std::sqrt((sums.squares / n - mean * mean) / n)};
}

// A sample is computed in single precision: its exponent, of magnitude 1, its exponential and its difference are off by
// a few roundings of spot and strike. So a mean is off by no more than this, for any number of samples.
inline double rounding(const Option& option) {
  return 16 * 0x1p-24 * (option.spot + option.strike);
}

}  // namespace option_pricing
