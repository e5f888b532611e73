// Price an option with every rung, with more and more samples: is the formula's price within the interval, how wide is
// the interval, and how long does it take?
#include <cstdio>

#include "ch19_curand/option_pricing/option_pricing.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/timer.h"

namespace {

using namespace option_pricing;

void show(Lesson& lesson, const Option& option, std::size_t payoffs) {
  const double price = black_scholes(option);
  std::printf("Black and Scholes: %.6f\n", price);
  DeviceBuffer<float> d_numbers(payoffs + 1);
  DeviceBuffer<Sums> d_sums(1);
  const CurandGenerator generator(CURAND_RNG_PSEUDO_PHILOX4_32_10);

  std::vector<std::vector<std::string>> lines{
      {"rung", "payoffs", "ms", "10^9 payoffs/s", "price", "+- (95 %)", "its error", "error / deviation"}};
  double widths[2] = {};
  for (std::size_t n = payoffs / 100; n <= payoffs; n *= 10)
    for (const Rung& rung : ladder()) {
      const std::size_t samples = rung.pairs ? n / 2 : n;  // a pair is two payoffs
      const Task task{option, samples, lesson.seed(), d_numbers.data(), d_sums.data()};
      const auto fresh = [&] {
        generator.seed(lesson.seed());
        d_sums.fill_bytes(0xFF);
      };
      const double ms =
          median_ms([&] { rung.run(task, generator, nullptr); }, lesson.repeats(), lesson.warm_ups(), {.each = fresh});
      const Estimate e = estimate(d_sums.to_host()[0], samples);
      const double of_theory = deviation(option, rung.pairs) / std::sqrt(static_cast<double>(samples));
      const double off = (e.price - price) / of_theory;
      // Once in 5 * 10^8 seeds a mean is off by more than 6 of its standard deviations.
      lesson.expect(std::abs(e.price - price) <= 6 * of_theory + rounding(option), std::string(rung.name) + "'s price");
      lesson.expect(std::abs(e.half_width / (1.96 * of_theory) - 1) < 0.2, std::string(rung.name) + "'s interval");
      widths[rung.pairs ? 1 : 0] = e.half_width;
      lines.push_back({rung.name, format("%zu", n), format("%.4f", ms),
                       format("%.3f", static_cast<double>(n) / ms / 1e6), format("%.5f", e.price),
                       format("%.5f", e.half_width), format("%+.5f", e.price - price), format("%+.2f", off)});
    }
  print_table(
      "A call option", lines,
      "A hundred times the samples make the interval a tenth as wide. Pairs of opposite numbers narrow it for the "
      "same number of payoffs.",
      lesson.files());
  // With as many payoffs there are half as many pairs as single samples.
  const double expected = deviation(option, true) * std::sqrt(2.0) / deviation(option, false);
  std::printf("\nantithetic's interval for the same payoffs: %.3f times the other one (in theory %.3f)\n",
              widths[1] / widths[0], expected);
  std::printf("so it needs %.2f times the payoffs for the same interval\n", expected * expected);
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("option_pricing", "A European option by Monte Carlo, beside the formula of Black and Scholes.");
  const std::size_t& n = lesson.size("--n", 100'000'000, 200'000,
                                     "payoffs of the longest run; the others have 1 and 10 per cent", 100'000);
  Option option;
  const double& strike = lesson.real("--strike", option.strike, "price at which the option buys", 60, 160);
  const double& volatility = lesson.real("--volatility", option.volatility, "of the share, per year", 0.05, 1);
  return lesson.main(argc, argv, [&] {
    option.strike = strike;
    option.volatility = volatility;
    show(lesson, option, n);
  });
}
