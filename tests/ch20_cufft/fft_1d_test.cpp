#include "ch20_cufft/fft_1d/fft_1d.h"

#include <cmath>
#include <cstring>
#include <fstream>
#include <stdexcept>

#include "common/owners.h"
#include "common/testing.h"
#include "common/values.h"

namespace {

using namespace fft_1d;

// Powers of two, of three, products, primes (the last one too large a factor for any of cuFFT's kernels).
std::vector<std::size_t> sizes() {
  return all_or_few<std::size_t>({1, 2, 3, 4, 5, 8, 16, 31, 32, 33, 64, 100, 243, 256, 257, 1000, 1021, 2048},
                                 {1, 2, 5, 33, 256, 1021});
}

template <typename Real, typename Run>
void expect_transforms(std::size_t n, std::size_t batch, double bound, const Run& run) {
  const auto x = random_signal<Real>(n * batch, test_seed());
  const Guarded<FftComplex<Real>> d_x(x);
  auto d_y = poisoned<FftComplex<Real>>(n * batch), d_scratch = poisoned<FftComplex<Real>>(n * batch);
  check(cudaDeviceSynchronize());  // what fills the arrays is in the default stream, for which others do not wait
  const Stream stream;
  run(Task<Real>{d_x.data(), d_y.data(), n, batch, d_scratch.data()}, stream);
  stream.wait();
  const auto y = d_y.to_host(), after = d_x.to_host();
  for (std::size_t b = 0; b < batch; ++b)
    EXPECT_LE(transform_error(&y[b * n], &x[b * n], n), bound) << n << " elements, signal " << b;
  EXPECT_TRUE(x.empty() || std::memcmp(after.data(), x.data(), x.size() * sizeof x[0]) == 0) << "the input was changed";
}

template <typename Real>
void expect_rungs_match_reference() {
  for (const auto& rung : ladder<Real>())
    for (const std::size_t n : sizes())
      for (const std::size_t batch : {1, 3}) {
        if (rung.powers_of_two && (n & (n - 1)) != 0) continue;
        SCOPED_TRACE(rung.name);
        expect_transforms<Real>(n, batch, rung.bound(n),
                                [&](const Task<Real>& task, cudaStream_t stream) { rung.run(task, stream); });
      }
}

template <typename Real>
void expect_plans_match_reference() {
  for (const std::size_t n : sizes())
    for (const int batch : {1, 3}) {
      const FftPlan plan({static_cast<int>(n)}, complex_to_complex<Real>, batch);
      expect_transforms<Real>(n, batch, fft_bound<Real>(n),
                              [&](const Task<Real>& task, cudaStream_t stream) { planned(plan, task, stream); });
    }
}

TEST(Fft1d, RungsMatchReferenceInSingle) {
  expect_rungs_match_reference<float>();
}
TEST(Fft1d, RungsMatchReferenceInDouble) {
  expect_rungs_match_reference<double>();
}
TEST(Fft1d, PlansMatchReferenceInSingle) {
  expect_plans_match_reference<float>();
}
TEST(Fft1d, PlansMatchReferenceInDouble) {
  expect_plans_match_reference<double>();
}

TEST(Fft1d, NoSignalsAreNoWork) {
  for (const auto& rung : ladder<float>()) {
    rung.run({nullptr, nullptr, 0, 5, nullptr}, nullptr);
    rung.run({nullptr, nullptr, 8, 0, nullptr}, nullptr);
  }
}

TEST(Fft1d, FastSumRefusesOtherThanPowersOfTwo) {
  EXPECT_THROW(rung_called("fast_sum", ladder<float>()).run({nullptr, nullptr, 12, 1, nullptr}, nullptr),
               std::invalid_argument);
}

// A pulse at place p has the roots of unity as its transform: known without any sum.
TEST(Fft1d, APulseBecomesAWave) {
  constexpr std::size_t n = 64, p = 5;
  std::vector<cufftDoubleComplex> x(n, {0, 0});
  x[p] = {1, 0};
  const auto sums = transform_cpu(x.data(), n);
  for (std::size_t k = 0; k < n; ++k) {
    EXPECT_NEAR(sums[k].real(), std::cos(2 * std::acos(-1.0) * p * k / n), 1e-14) << k;
    EXPECT_NEAR(sums[k].imag(), -std::sin(2 * std::acos(-1.0) * p * k / n), 1e-14) << k;
  }
}

TEST(Fft1d, RealTransformGivesTheFirstHalfAndComesBack) {
  for (const int n : {1, 2, 7, 8, 100}) {
    const FftPlan there({n}, real_to_complex<double>), back({n}, complex_to_real<double>);
    const std::vector<double> x = random_reals<double>(n, -1, 1, test_seed());
    std::vector<cufftDoubleComplex> z(n);
    for (int i = 0; i < n; ++i) z[i] = {x[i], 0};
    Guarded<double> d_x(x), d_again(n);
    Guarded<cufftDoubleComplex> d_half(n / 2 + 1);
    there.forward(d_x.data(), d_half.data());
    auto y = d_half.to_host();
    for (int k = n / 2 + 1; k < n; ++k) y.push_back({y[n - k].x, -y[n - k].y});
    EXPECT_LE(transform_error(y.data(), z.data(), n), fft_bound<double>(n)) << n;
    back.inverse(d_half.data(), d_again.data());
    const auto again = d_again.to_host();
    for (int i = 0; i < n; ++i) EXPECT_NEAR(again[i] / n, x[i], 2 * fft_bound<double>(n) * std::sqrt(n)) << n;
  }
}

// A product of three signals, one in each dimension, has the product of their transforms.
TEST(Fft1d, PlansOfThreeDimensionsTransformEach) {
  const int sizes[] = {3, 4, 5};
  std::vector<cufftDoubleComplex> one[3];
  std::vector<std::complex<double>> transformed[3];
  for (int d = 0; d < 3; ++d) {
    one[d] = random_signal<double>(sizes[d], test_seed() + d);
    transformed[d] = transform_cpu(one[d].data(), sizes[d]);
  }
  const auto number = [&](int d, int i) { return std::complex<double>(one[d][i].x, one[d][i].y); };
  std::vector<cufftDoubleComplex> x;
  std::vector<std::complex<double>> expected;
  for (int i = 0; i < 60; ++i) {  // the last dimension is contiguous
    const auto z = number(0, i / 20) * number(1, i / 5 % 4) * number(2, i % 5);
    x.push_back({z.real(), z.imag()});
    expected.push_back(transformed[0][i / 20] * transformed[1][i / 5 % 4] * transformed[2][i % 5]);
  }
  const FftPlan plan({3, 4, 5}, CUFFT_Z2Z);
  DeviceBuffer<cufftDoubleComplex> d_x(x);
  plan.forward(d_x.data(), d_x.data());
  const auto y = d_x.to_host();
  const double bound = fft_bound<double>(60) * std::sqrt(60 * energy(x));
  for (int i = 0; i < 60; ++i) EXPECT_LE(std::abs(std::complex<double>(y[i].x, y[i].y) - expected[i]), bound) << i;
}

TEST(Fft1d, WrongArgumentsGiveTheLibrarysStatus) {
  const auto status_of = [](const auto& call) -> std::string {
    try {
      call();
    } catch (const LibraryError& error) {
      EXPECT_NE(std::string(error.what()).find(error.name), std::string::npos) << error.what();
      return error.name;
    }
    return "no error";
  };
  EXPECT_EQ(status_of([] { FftPlan({0}, CUFFT_C2C); }), "CUFFT_INVALID_SIZE");
  EXPECT_EQ(status_of([] { check(cufftDestroy(4711)); }), "CUFFT_INVALID_PLAN");
  EXPECT_EQ(name_of(static_cast<cufftResult>(16)), "CUFFT_NOT_SUPPORTED");
  EXPECT_EQ(name_of(static_cast<cufftResult>(99)), "cuFFT's status 99");
}

TEST(Fft1dProgram, ShowsEveryRungAndDrawsTheCurves) {
  const std::string svg = temporary_file("fft_1d.svg");
  const Ended ended = run_program({PROGRAM, "--repeats", "1", "--few", "64", "--n", "256", "--summed", "64", "--batch",
                                   "3", "--precision", "double", "--svg", svg});
  if (ended.status == 77) GTEST_SKIP() << ended.err;
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  for (const char* text : {"direct_sum", "fast_sum", "cuFFT", "Parseval", "there and back", "one plan for all"})
    EXPECT_NE(ended.out.find(text), std::string::npos) << text;
  std::string line;
  EXPECT_TRUE(std::getline(std::ifstream(svg) >> std::ws, line)) << "no drawing";
}

TEST(Fft1dProgram, SaysWhatTheLibraryRefusesInOneLine) {
  const Ended ended = run_program({PROGRAM, "--few", "0"});
  if (ended.status == 77) GTEST_SKIP() << ended.err;
  EXPECT_EQ(ended.status, 3);
  EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
  EXPECT_NE(ended.err.find("CUFFT_INVALID_SIZE"), std::string::npos) << ended.err;
}

}  // namespace
