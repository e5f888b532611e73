#include "ch20_cufft/convolution_fft/convolution_fft.h"

#include <cmath>
#include <fstream>
#include <stdexcept>

#include "common/owners.h"
#include "common/testing.h"
#include "common/values.h"

namespace {

using namespace convolution_fft;

struct Sizes {
  int width, height, filter;
};
// Around the edges of tiles and blocks; filters that are larger than the image; a prime number of rows.
constexpr Sizes sizes[] = {{1, 1, 1},   {1, 1, 3},   {5, 3, 3},   {31, 33, 5},  {32, 32, 1},
                           {33, 31, 7}, {64, 9, 31}, {10, 8, 33}, {97, 101, 9}, {40, 40, 127}};

template <typename Real>
std::vector<Real> filtered(const Rung<Real>& rung, const std::vector<Real>& image, const Sizes& s,
                           const std::vector<Real>& filter) {
  const Guarded<Real> d_image(image), d_filter(filter);
  auto d_result = poisoned<Real>(image.size());
  const Problem<Real> p{d_image.data(), s.width, s.height, d_filter.data(), s.filter, d_result.data()};
  FftParts<Real> parts(p);
  parts.padded.fill_bytes(poison);
  parts.image.fill_bytes(poison);
  parts.filter.fill_bytes(poison);
  check(cudaDeviceSynchronize());  // for the stream does not wait for the default one
  const Stream stream;
  rung.run(p, parts, stream);
  stream.wait();
  EXPECT_EQ(d_image.to_host(), image) << "the image was changed";
  EXPECT_EQ(d_filter.to_host(), filter) << "the filter was changed";
  return d_result.to_host();
}

// Weights of both signs: the sum of their absolute values is 1.
template <typename Real>
std::vector<Real> random_filter(int size) {
  auto weights = random_reals<Real>(std::size_t(size) * size, -1, 1, test_seed() + 1);
  double sum = 0;
  for (const Real w : weights) sum += std::abs(w);
  for (Real& w : weights) w = static_cast<Real>(w / sum);
  return weights;
}

template <typename Real>
void expect_rungs_match_reference() {
  for (const auto& rung : ladder<Real>())
    for (const Sizes& s : sizes) {
      if (watched() && s.filter > 31) continue;  // by far the most accesses, and the same code
      const auto image = random_reals<Real>(std::size_t(s.width) * s.height, -1, 1, test_seed());
      const auto filter = random_filter<Real>(s.filter);
      const auto result = filtered(rung, image, s, filter);
      const Problem<Real> p{nullptr, s.width, s.height, nullptr, s.filter, nullptr};
      EXPECT_LE(error_of(result, image, s.width, s.height, filter, s.filter, 1), error_bound(p))
          << rung.name << ", " << s.width << " * " << s.height << ", filter " << s.filter;
    }
}

TEST(ConvolutionFft, RungsMatchReferenceInSingle) {
  expect_rungs_match_reference<float>();
}
TEST(ConvolutionFft, RungsMatchReferenceInDouble) {
  expect_rungs_match_reference<double>();
}

// By hand: a filter that is 1 left of its middle gives each pixel its left neighbour.
TEST(ConvolutionFft, ReferenceIsRightWhereTheResultIsKnown) {
  const std::vector<double> image = {1, 2, 3, 4, 5, 6}, filter = {0, 0, 0, 1, 0, 0, 0, 0, 0};
  const double expected[] = {0, 1, 2, 0, 4, 5};
  for (int i = 0; i < 6; ++i) EXPECT_EQ(pixel_cpu(image, 3, 2, filter, 3, i % 3, i / 3), expected[i]) << i;
}

TEST(ConvolutionFft, FriendlySizesHaveSmallFactors) {
  EXPECT_EQ(friendly(1), 1);
  EXPECT_EQ(friendly(11), 12);
  EXPECT_EQ(friendly(13), 14);
  EXPECT_EQ(friendly(2049), 2058);  // 2 * 3 * 7 * 7 * 7
}

TEST(ConvolutionFft, RefusesOtherSizes) {
  Problem<float> p{nullptr, 4, 4, nullptr, 3, nullptr};
  FftParts<float> parts(p);
  for (const auto& rung : ladder<float>())
    for (const int size : {-1, 0, 4, 129}) {
      p.size = size;
      EXPECT_THROW(rung.run(p, parts, nullptr), std::invalid_argument) << rung.name << " " << size;
    }
}

TEST(ConvolutionFftProgram, ShowsEveryRungAndDrawsTheCurves) {
  const std::string svg = temporary_file("convolution_fft.svg");
  const Ended ended = run_program({PROGRAM, "--repeats", "1", "--n", "20", "--most", "7", "--svg", svg});
  if (ended.status == 77) GTEST_SKIP() << ended.err;
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  EXPECT_NE(ended.out.find("7 x 7"), std::string::npos);
  for (const auto& rung : ladder<float>()) EXPECT_NE(ended.out.find(rung.name), std::string::npos);
  EXPECT_TRUE(std::ifstream(svg).good());
}

TEST(ConvolutionFftProgram, RefusesAFilterThatIsTooLargeInOneLine) {
  const Ended ended = run_program({PROGRAM, "--most", "129"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
}

}  // namespace
