// The distance of numbers from their distribution.
#include <algorithm>
#include <cmath>

#include "ch19_curand/host_api/host_api.h"
#include "common/values.h"

namespace host_api {

const Distribution uniform_numbers = {0, 1, 0.5, 1.0 / 12, 1.0 / 80, [](double x) { return std::clamp(x, 0.0, 1.0); }};
const Distribution normal_numbers = {-3.5, 3.5, 0, 1, 3, [](double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }};

namespace {

constexpr double t = 19;  // exp(-19) is about 6 * 10^-9

double degrees(int bins) {
  return bins - 1.0;
}

// The histogram's first and last bin reach to infinity.
double chi_squared(const std::vector<unsigned>& counts, double n, const Distribution& d) {
  const int bins = static_cast<int>(counts.size());
  const auto below = [&](int bin) {
    if (bin == 0) return 0.0;
    return bin == bins ? 1.0 : d.cumulative(d.low + bin * (d.high - d.low) / bins);
  };
  double sum = 0;
  for (int bin = 0; bin < bins; ++bin) {
    const double expected = n * (below(bin + 1) - below(bin)), off = counts[bin] - expected;
    sum += off * off / expected;
  }
  return (sum - degrees(bins)) / std::sqrt(2 * degrees(bins));
}

}  // namespace

double most_chi_squared(int bins) {
  return (2 * std::sqrt(degrees(bins) * t) + 2 * t) / std::sqrt(2 * degrees(bins));
}

double least_chi_squared(int) {
  return -2 * std::sqrt(t) / std::sqrt(2.0);
}

Quality quality_of(std::vector<double> x, const std::vector<unsigned>& counts, const Distribution& d) {
  const auto n = static_cast<double>(x.size());
  double sum = 0, squares = 0, distance = 0;
  std::sort(x.begin(), x.end());
  for (std::size_t i = 0; i < x.size(); ++i) {
    sum += x[i] - d.mean;
    squares += (x[i] - d.mean) * (x[i] - d.mean);
    const double below = d.cumulative(x[i]), first = static_cast<double>(i) / n, last = static_cast<double>(i + 1) / n;
    distance = worse(worse(std::abs(below - first), std::abs(below - last)), distance);
  }
  return {sum / std::sqrt(d.variance * n),
          (squares - d.variance * n) / std::sqrt((d.fourth - d.variance * d.variance) * n), chi_squared(counts, n, d),
          std::sqrt(n) * distance};
}

bool is_random(const Quality& q, int bins) {
  return std::abs(q.mean) <= most_deviations && std::abs(q.variance) <= most_deviations &&
         q.chi_squared <= most_chi_squared(bins) && q.chi_squared >= least_chi_squared(bins) &&
         q.kolmogorov <= most_distance;
}

}  // namespace host_api
