// Distributions and means.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "ch21_molecular_dynamics/ljmd/system.h"

namespace ljmd {

// Each of the 3 n velocity components is normal with variance k T / m once collisions have done their work. They are
// counted in twenty classes of equal probability, so chi-squared has 19 degrees of freedom.
inline constexpr double once_in_a_thousand = 43.8;  // is it larger than this

inline double maxwell_chi_squared(const State& state) {
  constexpr int classes = 20;
  Sample sample;
  for (const Vec& v : state.velocity) sample.add_atom(state.mass, v);
  const double components = 3 * static_cast<double>(state.atoms());
  const double deviation = std::sqrt(2 * sample.kinetic / (components * state.mass));
  std::vector<int> count(classes);
  for (const Vec& v : state.velocity)
    for (const double component : {v.x, v.y, v.z}) {
      const double slower = std::erfc(-component / deviation / std::sqrt(2.0)) / 2;  // the part of all that is
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

}  // namespace ljmd
