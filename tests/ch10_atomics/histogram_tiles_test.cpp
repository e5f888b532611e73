// Counts are whole numbers, so every rung must agree with the reference exactly, whatever the order of the additions.
#include "ch10_atomics/histogram_tiles/histogram_tiles.h"

#include <fstream>

#include "common/testing.h"
#include "common/values.h"

namespace {

using namespace histogram_tiles;

constexpr int shapes[][2] = {{1, 1},  {1, 70},  {70, 1},   {63, 64},   {64, 64},
                             {65, 9}, {66, 65}, {128, 67}, {129, 130}, {300, 7}};

class HistogramTiles : public testing::TestWithParam<int> {
 protected:
  void expect_reference(const std::vector<Byte>& pixels, int width, int height) {
    SCOPED_TRACE(std::to_string(width) + " x " + std::to_string(height));
    const Picture picture(pixels, width, height);
    Guarded<Count> d_count = poisoned<Count>(counters(width, height));

    ladder()[GetParam()].run(picture, d_count.data());

    EXPECT_EQ(d_count.to_host(), count_cpu(pixels, width, height));
    std::vector<Byte> back(pixels.size());
    check(cudaMemcpy2D(back.data(), width, picture.data(), picture.pitch(), width, height, cudaMemcpyDeviceToHost));
    EXPECT_EQ(back, pixels) << "the picture was changed";
  }
};

TEST_P(HistogramTiles, CountsMatchReferenceForRandomPixels) {
  for (const auto& [width, height] : shapes)
    expect_reference(random_integers<Byte>(std::size_t(width) * height, 0, 255, test_seed()), width, height);
}

TEST_P(HistogramTiles, CountsMatchReferenceWhereAllPixelsAreEqual) {
  expect_reference(std::vector<Byte>(130 * 67, 255), 130, 67);
}

// Rows of these widths end in the middle of a word: the pitch has bytes after them that are no pixels.
TEST_P(HistogramTiles, BytesBehindARowAreNotCounted) {
  for (int width = 61; width < 70; ++width)
    expect_reference(random_integers<Byte>(std::size_t(width) * 3, 0, 255, test_seed()), width, 3);
}

INSTANTIATE_TEST_SUITE_P(Ladder, HistogramTiles, testing::Range(0, static_cast<int>(std::size(ladder()))),
                         [](const auto& info) { return std::string(ladder()[info.param].name); });

TEST(HistogramTilesReference, AgreesWithAnExampleByHand) {
  std::vector<Byte> pixels(66 * 2, 7);
  pixels[65] = 9;  // the last pixel of the first row, in the second tile
  const std::vector<Count> count = count_cpu(pixels, 66, 2);
  ASSERT_EQ(count.size(), 2u * bins);
  EXPECT_EQ(count[7], 128u);
  EXPECT_EQ(count[bins + 7], 3u);
  EXPECT_EQ(count[bins + 9], 1u);
}

TEST(HistogramTilesProgram, ShowsEveryRungAndEverySize) {
  const Ended tiles = run_program({PROGRAM, "--width", "100", "--height", "70", "--repeats", "1"});
  EXPECT_EQ(tiles.status, 0) << tiles.err;
  EXPECT_NE(tiles.out.find("2 x 2 tiles"), std::string::npos) << tiles.out;
  const Ended sizes = run_program({PROGRAM, "--sizes", "--width", "150", "--repeats", "1"});
  EXPECT_EQ(sizes.status, 0) << sizes.err;
  for (const Rung& rung : ladder()) {
    EXPECT_NE(tiles.out.find(rung.name), std::string::npos) << tiles.out;
    EXPECT_NE(sizes.out.find(rung.name), std::string::npos) << sizes.out;
  }
  for (const char* pixels : {" 4096 ", " 16384 ", " 22500 "})
    EXPECT_NE(sizes.out.find(pixels), std::string::npos) << sizes.out;
}

TEST(HistogramTilesProgram, CountsAnImageAndRefusesBadInput) {
  const std::string grey = temporary_file("grey.pgm"), colour = temporary_file("colour.ppm");
  std::ofstream(grey) << "P2 3 2 255\n0 1 17 255 255 255\n";
  std::ofstream(colour) << "P3 1 1 255\n1 2 3\n";
  EXPECT_EQ(run_program({PROGRAM, "--image", grey, "--repeats", "1"}).status, 0);
  for (const auto& words : std::vector<std::vector<std::string>>{
           {"--image", colour}, {"--image", temporary_file("absent.pgm")}, {"--width", "0"}, {"--height", "1e9"}}) {
    const Ended ended = run_program({PROGRAM, words[0], words[1]});
    EXPECT_EQ(ended.status, 2) << words[1];
    EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
  }
}

}  // namespace
