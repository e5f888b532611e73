// Small whole numbers: every sum is exact in any order, so the rungs must agree to the last bit.
#include "ch08_constant/convolution/convolution.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>

#include "common/image.h"
#include "common/lesson.h"
#include "common/testing.h"
#include "common/values.h"

namespace {

using namespace convolution;

constexpr int shapes[][2] = {{1, 1}, {1, 40}, {40, 1}, {31, 33}, {32, 32}, {129, 31}, {133, 67}, {260, 35}};
constexpr int sizes[] = {1, 3, 5, 31};

template <typename Real>
bool same_bytes(Real a, Real b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}

template <typename Real>
std::vector<double> run(const Rung<Real>& rung, const std::vector<Real>& image, int width, int height,
                        const std::vector<Real>& filter, const std::vector<Real>& factors, int size, Border border) {
  const Guarded<Real> d_image(image), d_filter(filter), d_factors(factors);
  Guarded<Real> d_scratch = poisoned<Real>(image.size()), d_result = poisoned<Real>(image.size());
  rung.run({d_image.data(), width, height, d_filter.data(), d_factors.data(), size, border, d_scratch.data(),
            d_result.data()});
  const std::vector<Real> after = d_image.to_host();  // compared as bytes: an image may hold NaN
  EXPECT_TRUE(std::equal(image.begin(), image.end(), after.begin(), same_bytes<Real>)) << "the image was changed";
  EXPECT_EQ(d_filter.to_host(), filter) << "the filter was changed";
  const std::vector<Real> result = d_result.to_host();
  return {result.begin(), result.end()};
}

// Weights from -3 to 3 and pixels from 0 to 9: no sum exceeds 31 * 31 * 9 * 9, which a float holds exactly.
template <typename Real>
void expect_convolved(const Rung<Real>& rung, int width, int height, int size, Border border) {
  const std::vector<Real> image = random_integers<Real>(std::size_t(width) * height, 0, 9, test_seed());
  const std::vector<Real> factors = random_integers<Real>(2 * size, -3, 3, test_seed() + 1);
  std::vector<Real> filter = random_integers<Real>(size * size, -3, 3, test_seed() + 2);
  if (rung.separable)
    for (int i = 0; i < size * size; ++i) filter[i] = factors[i / size] * factors[size + i % size];
  EXPECT_EQ(run(rung, image, width, height, filter, factors, size, border),
            convolve_cpu(image, width, height, filter, size, border))
      << width << " x " << height << ", filter " << size;
}

class Convolution : public testing::TestWithParam<std::tuple<int, Border>> {};

TEST_P(Convolution, MatchesReferenceAtAwkwardShapes) {
  const auto [rung, border] = GetParam();
  for (const auto& [width, height] : shapes) {
    if (sanitized() && width != 31 && width != 133) continue;  // the others run the same code
    for (const int size : all_or_few<int>({std::begin(sizes), std::end(sizes)}, {3, 31})) {
      if (sanitized() && size == 31 && width == 133) continue;  // most accesses by far
      expect_convolved(ladder<float>()[rung], width, height, size, border);
      if (width <= 133 && size <= 5) expect_convolved(ladder<double>()[rung], width, height, size, border);
    }
  }
  if (!sanitized()) expect_convolved(ladder<double>()[rung], 70, 33, 31, border);
}

TEST_P(Convolution, MatchesReferenceForEveryOddSize) {
  const auto [rung, border] = GetParam();
  if (sanitized()) GTEST_SKIP() << "the kernels of the case before";
  for (int size = 1; size <= largest_size; size += 2) expect_convolved(ladder<float>()[rung], 37, 34, size, border);
}

TEST_P(Convolution, TakesAnImageWithoutPixels) {
  const auto [rung, border] = GetParam();
  expect_convolved(ladder<float>()[rung], 0, 5, 3, border);
  expect_convolved(ladder<float>()[rung], 5, 0, 3, border);
}

TEST_P(Convolution, TakesTheTallestImage) {
  const auto [rung, border] = GetParam();
  if (watched()) GTEST_SKIP() << "too long where a tool looks on";
  if (border == Border::clamp) expect_convolved(ladder<float>()[rung], 1, largest_side, 3, border);
}

TEST_P(Convolution, NaNReachesItsNeighboursAndNobodyElse) {
  const auto [rung, border] = GetParam();
  const int width = 140, height = 40, size = 5, x = 61, y = 33;
  std::vector<float> image(width * height, 1.0f);
  image[y * width + x] = std::numeric_limits<float>::quiet_NaN();
  const std::vector<float> ones(size * size, 1.0f);
  const std::vector<double> result = run(ladder<float>()[rung], image, width, height, ones, ones, size, border);
  for (int i = 0; i < width * height; ++i)
    EXPECT_EQ(std::isnan(result[i]), std::abs(i % width - x) <= 2 && std::abs(i / width - y) <= 2) << i;
}

TEST_P(Convolution, RefusesSizesThatItCannotDo) {
  const auto [rung, border] = GetParam();
  const std::vector<float> image(4, 1.0f), filter(33 * 33, 1.0f);
  for (const int size : {-1, 0, 2, 30, 33})
    EXPECT_THROW(run(ladder<float>()[rung], image, 2, 2, filter, filter, size, border), std::invalid_argument) << size;
}

std::string name_of(const testing::TestParamInfo<std::tuple<int, Border>>& info) {
  return std::string(ladder<float>()[std::get<0>(info.param)].name) +
         (std::get<1>(info.param) == Border::clamp ? "_clamp" : "_zero");
}

INSTANTIATE_TEST_SUITE_P(Ladder, Convolution,
                         testing::Combine(testing::Range(0, int(std::size(ladder<float>()))),
                                          testing::Values(Border::clamp, Border::zero)),
                         name_of);

TEST(ConvolutionReferences, AgreeWithEachOtherAndWithAnExampleByHand) {
  const std::vector<float> image = {1, 2, 3, 4}, factors = {1, 10, 100, 1, 2, 4};
  std::vector<float> filter(9);
  for (int i = 0; i < 9; ++i) filter[i] = factors[i / 3] * factors[3 + i % 3];
  // Zero border: result(0, 0) = 10 (2 * 1 + 4 * 2) + 100 (2 * 3 + 4 * 4).
  EXPECT_EQ(convolve_cpu(image, 2, 2, filter, 3, Border::zero)[0], 10 * 10 + 100 * 22);
  // Clamped, the row above repeats the first, and the column to the left too.
  EXPECT_EQ(convolve_cpu(image, 2, 2, filter, 3, Border::clamp)[0], 11 * (1 + 2 + 8) + 100 * (3 + 6 + 16));
  for (const Border border : {Border::clamp, Border::zero})
    EXPECT_EQ(convolve_cpu(image, 2, 2, filter, 3, border), separable_cpu(image, 2, 2, factors, 3, border));
}

TEST(ConvolutionProgram, BlursAColourImage) {
  const std::string input = temporary_file("input.ppm"), output = temporary_file("output.ppm");
  Image image{.width = 9, .height = 7, .channels = 3, .values = std::vector<float>(9 * 7 * 3, 50.0f)};
  image.plane(1)[3 * 9 + 4] = 250;  // one bright green pixel
  write_image(input, image);
  const Ended ended = run_program({PROGRAM, "--image", input, "--output", output, "--filter", "3", "--repeats", "1"});
  ASSERT_EQ(ended.status, 0) << ended.err;
  const Image blurred = read_image(output);
  EXPECT_EQ(std::vector<float>(blurred.plane(0), blurred.plane(1)), std::vector<float>(9 * 7, 50.0f));
  EXPECT_EQ(std::vector<float>(blurred.plane(2), blurred.plane(2) + 63), std::vector<float>(9 * 7, 50.0f));
  EXPECT_LT(blurred.plane(1)[3 * 9 + 4], 250);
  EXPECT_GT(blurred.plane(1)[3 * 9 + 3], 50);
  EXPECT_EQ(blurred.plane(1)[3 * 9 + 2], 50);
}

void expect_refused(const std::vector<std::string>& options, const std::string& why) {
  std::vector<std::string> command{PROGRAM};
  command.insert(command.end(), options.begin(), options.end());
  const Ended ended = run_program(command);
  EXPECT_EQ(ended.status, 2) << why;
  EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
  EXPECT_NE(ended.err.find(why), std::string::npos) << ended.err;
}

TEST(ConvolutionProgram, RefusesBadInputWithOneLine) {
  const std::string malformed = temporary_file("malformed.pgm");
  std::ofstream(malformed) << "P5 400 400 255\nnot that many";
  expect_refused({"--image", malformed}, "less data than its header says");
  expect_refused({"--image", temporary_file("none.pgm")}, "cannot be read");
  expect_refused({"--filter", "4"}, "odd");
  expect_refused({"--filter", "33"}, "not a number from 1 to 31");
  expect_refused({"--filter", "-3"}, "not a number from 1 to 31");
  expect_refused({"--width", "1e18"}, "not a number from 1 to 500000");
  expect_refused({"--height", "0"}, "not a number from 1 to 500000");
  expect_refused({"--border", "mirror"}, "mirror");
}

TEST(ConvolutionProgram, SaysWhenAnImageFitsNoMemory) {
  const Ended ended = run_program({PROGRAM, "--width", "500000", "--height", "500000"});
  EXPECT_EQ(ended.status, 3);
  EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
  EXPECT_NE(ended.err.find("cudaErrorMemoryAllocation"), std::string::npos) << ended.err;
}

}  // namespace
