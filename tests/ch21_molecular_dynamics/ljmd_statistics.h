// Distributions and means.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "ch21_molecular_dynamics/model/system.h"

namespace ljmd {

// Each of the 3 n velocity components is normal with variance k T / m after enough collisions. They are counted in
// twenty classes of equal probability, so chi-squared has 19 degrees of freedom.
inline constexpr double once_in_a_thousand = 43.8;  // chi-squared exceeds this with probability 0.001

inline double maxwell_chi_squared(const State& state) {
  constexpr int classes = 20;
  Sample sample;
  for (const Vec& v : state.velocity) sample.add_atom(state.mass, v);
  const double components = 3 * static_cast<double>(state.atoms());
  const double deviation = std::sqrt(2 * sample.kinetic / (components * state.mass));
  std::vector<int> count(classes);
  for (const Vec& v : state.velocity)
    for (const double component : {v.x, v.y, v.z}) {
      const double slower = std::erfc(-component / deviation / std::sqrt(2.0)) / 2;  // the fraction that is slower
      ++count[std::min(static_cast<int>(slower * classes), classes - 1)];
    }
  double sum = 0;
  for (const int c : count) sum += (c - components / classes) * (c - components / classes) / (components / classes);
  return sum;
}

// The mean of independent parts of a run, and its standard error.
class MeanOfParts {
 public:
  void add(double part) { parts_.push_back(part); }
  double mean() const {
    double sum = 0;
    for (const double part : parts_) sum += part;
    return sum / static_cast<double>(parts_.size());
  }
  double error() const {
    double square = 0;
    for (const double part : parts_) square += (part - mean()) * (part - mean());
    return std::sqrt(square / static_cast<double>(parts_.size() * (parts_.size() - 1)));
  }

 private:
  std::vector<double> parts_;
};

// The least-squares line through equally spaced values, and the standard deviation of the values.
struct Line {
  double mean = 0, slope = 0, deviation = 0;
};

inline Line fitted(const std::vector<double>& values, double apart) {
  const double n = static_cast<double>(values.size());
  Line line;
  double products = 0, squares = 0;
  for (const double value : values) line.mean += value / n;
  for (std::size_t k = 0; k < values.size(); ++k) {
    const double x = (static_cast<double>(k) - (n - 1) / 2) * apart, difference = values[k] - line.mean;
    products += x * difference;
    squares += x * x;
    line.deviation += difference * difference / n;
  }
  line.slope = products / squares;
  line.deviation = std::sqrt(line.deviation);
  return line;
}

}  // namespace ljmd
