// Thrust's random numbers: the standard library's engines, and distributions that map their numbers as in Thrust.
#pragma once
#include <cmath>
#include <random>

#include "emulator/thrust/system.hpp"

namespace thrust {
namespace random {

// As in Thrust, min and max are constants, not functions.
template <class Engine>
struct Constants : Engine {
  using result_type = std::conditional_t<(Engine::max() <= 0xffffffffu), std::uint32_t, std::uint64_t>;
  static constexpr result_type min = Engine::min(), max = Engine::max();
  static constexpr result_type default_seed = Engine::default_seed;
  explicit Constants(result_type seed = default_seed) : Engine(seed) {}
  result_type operator()() { return static_cast<result_type>(Engine::operator()()); }
};
using minstd_rand0 = Constants<std::minstd_rand0>;
using minstd_rand = Constants<std::minstd_rand>;
using ranlux24_base = Constants<std::ranlux24_base>;
using ranlux48_base = Constants<std::ranlux48_base>;
using default_random_engine = minstd_rand;

template <class Real = double>
class uniform_real_distribution {
 public:
  using result_type = Real;
  explicit uniform_real_distribution(Real a = 0, Real b = 1) : a_(a), b_(b) {}
  template <class Engine>
  Real operator()(Engine& engine) const {
    const Real unit =
        static_cast<Real>(engine() - Engine::min) / (Real(1) + static_cast<Real>(Engine::max - Engine::min));
    return std::fma(unit, b_ - a_, a_);
  }
  Real a() const { return a_; }
  Real b() const { return b_; }
  void reset() {}

 private:
  Real a_, b_;
};
template <class Int = int>
class uniform_int_distribution {
 public:
  using result_type = Int;
  explicit uniform_int_distribution(Int a = 0, Int b = std::numeric_limits<Int>::max()) : a_(a), b_(b) {}
  template <class Engine>
  Int operator()(Engine& engine) const {
    return static_cast<Int>(
        uniform_real_distribution<double>(static_cast<double>(a_), static_cast<double>(b_) + 1.0)(engine));
  }
  Int a() const { return a_; }
  Int b() const { return b_; }
  void reset() {}

 private:
  Int a_, b_;
};
// By the inverse of the error function, from one number of the engine each.
template <class Real = double>
class normal_distribution {
 public:
  using result_type = Real;
  explicit normal_distribution(Real mean = 0, Real deviation = 1) : mean_(mean), deviation_(deviation) {}
  template <class Engine>
  Real operator()(Engine& engine) const {
    constexpr auto range = Engine::max - Engine::min;
    constexpr Real step = static_cast<Real>(1.0 / static_cast<double>(range));
    auto number = engine() - Engine::min;
    Real scale = static_cast<Real>(-1.41421356237309504880);
    if (number > range / 2) {
      number = range - number;
      scale = -scale;
    }
    const Real p = std::fma(static_cast<Real>(number), step, step / 2);
    return mean_ + deviation_ * scale * erfcinv(2 * p);
  }
  Real mean() const { return mean_; }
  Real stddev() const { return deviation_; }
  void reset() {}

 private:
  Real mean_, deviation_;
};

}  // namespace random
using random::default_random_engine;
using random::minstd_rand;
using random::minstd_rand0;
using random::normal_distribution;
using random::ranlux24_base;
using random::ranlux48_base;
using random::uniform_int_distribution;
using random::uniform_real_distribution;
}  // namespace thrust
