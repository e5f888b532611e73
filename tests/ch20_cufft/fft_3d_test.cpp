// Against the sums of the definition, in double, with the bound of the transform of that many elements.
#include "ch20_cufft/fft_3d/fft_3d.h"

#include <cstring>

#include "common/owners.h"
#include "common/testing.h"
#include "common/values.h"

namespace {

using namespace fft_3d;

std::vector<Size> sizes() {
  return all_or_few<Size>(
      {{1, 1, 1}, {8, 1, 1}, {1, 8, 1}, {1, 1, 8}, {2, 3, 4}, {5, 4, 3}, {16, 8, 4}, {7, 9, 11}, {32, 17, 6}},
      {{2, 3, 4}, {16, 8, 4}});
}

template <typename Real>
void expect_transform(const Rung<Real>& rung, Size size) {
  SCOPED_TRACE(std::string(rung.name) + ", " + std::to_string(size.x) + " x " + std::to_string(size.y) + " x " +
               std::to_string(size.z));
  const std::vector<Real> parts = random_reals<Real>(2 * size.points(), -1, 1, test_seed());
  std::vector<FftComplex<Real>> x(size.points());
  Exact exact(size.points());
  for (std::size_t i = 0; i < x.size(); ++i) {
    x[i] = {parts[2 * i], parts[2 * i + 1]};
    exact[i] = {parts[2 * i], parts[2 * i + 1]};
  }
  const Plans<Real> plans(size);
  const Guarded<FftComplex<Real>> d_x(x);
  auto d_y = poisoned<FftComplex<Real>>(x.size());
  check(cudaDeviceSynchronize());  // what fills the arrays is in the default stream, for which others do not wait
  const Stream stream;
  rung.run(plans, d_x.data(), d_y.data(), stream);
  stream.wait();
  EXPECT_LE(error_of(d_y.to_host(), transform_cpu(exact, size)), fft_bound<Real>(size.points()));
  const auto after = d_x.to_host();
  EXPECT_EQ(std::memcmp(after.data(), x.data(), x.size() * sizeof x[0]), 0) << "the input was changed";
}

TEST(Fft3d, RungsMatchReferenceInSingle) {
  for (const auto& rung : ladder<float>())
    for (const Size size : sizes()) expect_transform(rung, size);
}

TEST(Fft3d, RungsMatchReferenceInDouble) {
  for (const auto& rung : ladder<double>())
    for (const Size size : sizes()) expect_transform(rung, size);
}

TEST(Fft3dReference, KnowsAPointAndAConstant) {
  // A point at the origin has the same value in all frequencies, a constant only in the first one.
  Exact point(2 * 3 * 4), constant(2 * 3 * 4, 1.0);
  point[0] = 1;
  for (const std::complex<double>& value : transform_cpu(point, {2, 3, 4}))
    EXPECT_NEAR(std::abs(value - 1.0), 0, 1e-14);
  const Exact spectrum = transform_cpu(constant, {2, 3, 4});
  EXPECT_NEAR(spectrum[0].real(), 24, 1e-13);
  for (std::size_t i = 1; i < spectrum.size(); ++i) EXPECT_NEAR(std::abs(spectrum[i]), 0, 1e-13);
}

TEST(Fft3dReference, KnowsAWaveInEachDirection) {
  // One turn along y only: the frequency (0, 1, 0), which has the index 4 in rows of 4.
  Exact wave;
  for (int z = 0; z < 2; ++z)
    for (int y = 0; y < 3; ++y)
      for (int x = 0; x < 4; ++x) wave.push_back(std::polar(1.0, 2 * std::acos(-1.0) * y / 3));
  const Exact spectrum = transform_cpu(wave, {4, 3, 2});
  for (std::size_t i = 0; i < spectrum.size(); ++i) EXPECT_NEAR(std::abs(spectrum[i]), i == 4 ? 24 : 0, 1e-13) << i;
}

TEST(Fft3dReference, NanIsNoSmallError) {
  EXPECT_FALSE(error_of(std::vector<FftComplex<float>>{{NAN, 0}}, {{1, 0}}) <= 1e9);
}

TEST(Fft3dProgram, ShowsEveryRungInBothPrecisions) {
  for (const char* precision : {"single", "double"}) {
    const Ended ended =
        run_program({PROGRAM, "--x", "10", "--y", "9", "--z", "8", "--precision", precision, "--repeats", "1"});
    if (ended.status == 77) GTEST_SKIP() << ended.err;
    EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
    for (const auto& rung : ladder<float>()) EXPECT_NE(ended.out.find(rung.name), std::string::npos) << rung.name;
  }
  for (const char* option : {"--x=0", "--y=-1", "--z=1e9"}) EXPECT_EQ(run_program({PROGRAM, option}).status, 2);
}

}  // namespace
