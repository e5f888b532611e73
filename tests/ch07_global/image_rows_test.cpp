// Whole numbers: sums are exact, and a quotient is one rounding, so the pixels are equal to the last bit.
#include "ch07_global/image_rows/image_rows.h"

#include "common/image.h"
#include "common/testing.h"
#include "common/values.h"

namespace {

using namespace image_rows;

constexpr int shapes[][2] = {{1, 1}, {1, 40}, {40, 1}, {2, 3}, {31, 33}, {32, 8}, {33, 9}, {129, 65}, {300, 7}};

class ImageRows : public testing::TestWithParam<int> {};

TEST_P(ImageRows, BlurMatchesReference) {
  const Rung& rung = ladder()[GetParam()];
  for (const auto& [width, height] : shapes) {
    SCOPED_TRACE(std::to_string(width) + " x " + std::to_string(height));
    const std::vector<float> image = random_integers<float>(std::size_t(width) * height, 0, 255, test_seed());
    const Guarded<float> d_image(image);
    Guarded<float> d_result = poisoned<float>(image.size());
    const PitchedImage copy(d_image.data(), width, height);

    rung.run(d_image.data(), copy, d_result.data(), width, height);

    EXPECT_EQ(d_result.to_host(), blur_cpu(image, width, height));
    EXPECT_EQ(d_image.to_host(), image) << "the input was changed";
  }
}

INSTANTIATE_TEST_SUITE_P(Ladder, ImageRows, testing::Range(0, static_cast<int>(std::size(ladder()))),
                         [](const auto& info) { return std::string(ladder()[info.param].name); });

TEST(PitchedImage, HoldsTheSamePixelsInAlignedRows) {
  const std::vector<float> image = random_integers<float>(33 * 5, 0, 255, test_seed());
  const Guarded<float> d_image(image);
  const PitchedImage copy(d_image.data(), 33, 5);
  EXPECT_GE(copy.pitch(), 33 * sizeof(float));
  EXPECT_EQ(copy.pitch() % 32, 0u) << "a row begins in the middle of a sector";
  std::vector<float> back(image.size());
  check(cudaMemcpy2D(back.data(), 33 * sizeof(float), copy.data(), copy.pitch(), 33 * sizeof(float), 5,
                     cudaMemcpyDeviceToHost));
  EXPECT_EQ(back, image);
}

TEST(Grey, MatchesReference) {
  for (const std::size_t n : {0, 1, 255, 256, 257, 1000}) {
    const std::vector<float> colours = random_integers<float>(3 * n, 0, 255, test_seed());
    const Guarded<float> d_colours(colours);
    Guarded<float> d_result = poisoned<float>(n);
    grey(d_colours.data(), d_result.data(), n);
    EXPECT_EQ(d_result.to_host(), grey_cpu(colours));
  }
}

TEST(ImageRowsReferences, AgreeWithExamplesByHand) {
  EXPECT_EQ(blur_cpu({1, 2, 3, 4, 5, 6}, 6, 1), (std::vector<float>{2, 2.5f, 3, 4, 4.5f, 5}));
  EXPECT_EQ(grey_cpu({255, 0, 0, 0, 255, 0, 0, 0, 255}),
            (std::vector<float>{77 * 255 / 256.0f, 150 * 255 / 256.0f, 29 * 255 / 256.0f}));
}

TEST(ImageRowsProgram, WritesTheBlurredPicture) {
  const std::string input = temporary_file("input.pgm"), output = temporary_file("output.pgm");
  Image image{.width = 5, .height = 5, .values = std::vector<float>(25, 0.0f)};
  image.values[0] = 225;
  write_image(input, image);
  const Ended ended = run_program({PROGRAM, "--image", input, "--output", output, "--repeats", "1"});
  ASSERT_EQ(ended.status, 0) << ended.err;
  // The white corner is one of 9 pixels for its own corner, one of 25 in the middle, and too far away from the last
  // row.
  const Image blurred = read_image(output);
  EXPECT_EQ(blurred.values[0], 25);
  EXPECT_EQ(blurred.values[12], 9);
  EXPECT_EQ(blurred.values[20], 0);
}

TEST(ImageRowsProgram, ShowsEveryRungAndRefusesBadInput) {
  const Ended good = run_program({PROGRAM, "--width", "70", "--height", "33", "--repeats", "1"});
  EXPECT_EQ(good.status, 0) << good.err;
  for (const auto& rung : ladder()) EXPECT_NE(good.out.find(rung.name), std::string::npos);
  EXPECT_NE(good.out.find("grey"), std::string::npos);
  for (const char* width : {"0", "-1", "1e9"}) {
    const Ended bad = run_program({PROGRAM, "--width", width});
    EXPECT_EQ(bad.status, 2) << width;
    EXPECT_EQ(count_lines(bad.err), 1) << bad.err;
  }
}

}  // namespace
