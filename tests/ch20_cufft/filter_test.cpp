#include "ch20_cufft/filter/filter.h"

#include <cstring>
#include <fstream>
#include <sstream>

#include "common/owners.h"
#include "common/testing.h"
#include "common/values.h"

namespace {

using namespace filter;

template <typename Real>
std::vector<Real> filtered(const Rung<Real>& rung, const std::vector<Real>& x, std::size_t cutoff) {
  const std::size_t n = x.size();
  const RealFft<Real> plans({static_cast<int>(n)});
  const Guarded<Real> d_x(x);
  auto d_y = poisoned<Real>(2 * frequencies(n));
  auto d_spectrum = poisoned<FftComplex<Real>>(frequencies(n));
  check(cudaDeviceSynchronize());  // what fills the arrays is in the default stream, for which others do not wait
  const Stream stream;
  rung.run(d_x.data(), d_y.data(), d_spectrum.data(), n, cutoff, plans, stream);
  stream.wait();
  EXPECT_EQ(d_x.to_host(), x) << "the input was changed";
  return d_y.to_host();
}

template <typename Real>
void expect_rungs_match_reference() {
  for (const auto& rung : ladder<Real>())
    for (const std::size_t n : all_or_few<std::size_t>({1, 2, 3, 31, 32, 33, 256, 509, 1000, 2049}, {1, 2, 33, 509}))
      for (const std::size_t cutoff : all_or_few<std::size_t>({0, n / 4, n / 2, n}, {0, n / 2})) {
        const auto x = random_reals<Real>(n, -1, 1, test_seed());
        EXPECT_LE(error_of(filtered(rung, x, cutoff), low_pass_cpu(x, cutoff), x), error_bound<Real>(n))
            << rung.name << ", " << n << " elements, cutoff " << cutoff;
      }
}

TEST(Filter, RungsMatchReferenceInSingle) {
  expect_rungs_match_reference<float>();
}
TEST(Filter, RungsMatchReferenceInDouble) {
  expect_rungs_match_reference<double>();
}

// All frequencies kept: the signal itself. None but 0: its mean.
TEST(Filter, ReferenceIsRightWhereTheResultIsKnown) {
  for (const std::size_t n : {1, 2, 3, 31, 32}) {
    const auto x = random_reals<double>(n, -1, 1, test_seed());
    double mean = 0;
    for (const double v : x) mean += v / static_cast<double>(n);
    const auto all = low_pass_cpu(x, n), none = low_pass_cpu(x, 0);
    for (std::size_t i = 0; i < n; ++i) {
      EXPECT_NEAR(all[i], x[i], 1e-13);
      EXPECT_NEAR(none[i], mean, 1e-13);
    }
  }
}

TEST(FilterProgram, LeavesOfTheNoiseWhatTheoryPredictsAndDrawsIt) {
  const std::string svg = temporary_file("filter.svg");
  const Ended ended = run_program({PROGRAM, "--repeats", "1", "--n", "2000", "--noise", "0.5", "--svg", svg});
  if (ended.status == 77) GTEST_SKIP() << ended.err;
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  EXPECT_NE(ended.out.find("of 41 in 2000 numbers"), std::string::npos) << ended.out;
  std::stringstream drawing;
  drawing << std::ifstream(svg).rdbuf();
  for (const char* curve : {">before<", ">after<", ">without noise<"})
    EXPECT_NE(drawing.str().find(curve), std::string::npos) << curve;
}

TEST(FilterProgram, RefusesACutoffThatIsTooLowInOneLine) {
  const Ended ended = run_program({PROGRAM, "--cutoff", "3"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
}

}  // namespace
