// The references of the simulation: the formula, and integrals.
#include <algorithm>

#include "ch19_curand/option_pricing/option_pricing.h"

namespace option_pricing {

namespace {

double normal_below(double x) {
  return 0.5 * std::erfc(-x / std::sqrt(2.0));
}

}  // namespace

double black_scholes(const Option& o) {
  const double spread = o.volatility * std::sqrt(o.years);
  const double d1 = (std::log(o.spot / o.strike) + (o.rate + o.volatility * o.volatility / 2) * o.years) / spread;
  return o.spot * normal_below(d1) - o.strike * std::exp(-o.rate * o.years) * normal_below(d1 - spread);
}

double payoff_cpu(const Option& o, double z) {
  const double growth = (o.rate - o.volatility * o.volatility / 2) * o.years;
  const double share = o.spot * std::exp(growth + o.volatility * std::sqrt(o.years) * z);
  return std::exp(-o.rate * o.years) * std::max(share - o.strike, 0.0);
}

double deviation(const Option& o, bool pairs) {
  constexpr double reach = 12, step = 1e-4;  // beyond 12 deviations the normal distribution is less than 10^-31
  double mean = 0, squares = 0;
  for (double z = -reach; z <= reach; z += step) {
    const double weight = step * std::exp(-z * z / 2) / std::sqrt(2 * std::acos(-1.0));
    const double x = pairs ? (payoff_cpu(o, z) + payoff_cpu(o, -z)) / 2 : payoff_cpu(o, z);
    mean += weight * x;
    squares += weight * x * x;
  }
  return std::sqrt(squares - mean * mean);
}

}  // namespace option_pricing
