#include "common/image.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <limits>

#include "common/lesson.h"
#include "common/testing.h"

namespace {

std::string file_with(const std::string& bytes) {
  const std::string path = temporary_file("image");
  std::ofstream(path, std::ios::binary) << bytes;
  return path;
}

// The error message for a file with these bytes; empty if it is accepted.
std::string complaint(const std::string& bytes) {
  try {
    read_image(file_with(bytes));
    return "";
  } catch (const UsageError& error) {
    EXPECT_EQ(count_lines(error.what()), 0) << "more than one line: " << error.what();
    EXPECT_NE(std::string(error.what()).find("image"), std::string::npos) << "the file is not named: " << error.what();
    return error.what();
  }
}

TEST(Image, ReadsGreyText) {
  const Image image = read_image(file_with("P2 # a comment\n3 2\n# another\n9\n0 1 2\n7 8 9\n"));
  EXPECT_EQ(image.width, 3);
  EXPECT_EQ(image.height, 2);
  EXPECT_EQ(image.channels, 1);
  EXPECT_EQ(image.maximum, 9);
  EXPECT_EQ(image.values, (std::vector<float>{0, 1, 2, 7, 8, 9}));
}

TEST(Image, ReadsColourTextIntoPlanes) {
  const Image image = read_image(file_with("P3 2 1 255 1 2 3 4 5 6"));
  EXPECT_EQ(image.channels, 3);
  EXPECT_EQ(image.values, (std::vector<float>{1, 4, 2, 5, 3, 6}));
}

TEST(Image, ReadsBinaryOfOneAndTwoBytes) {
  EXPECT_EQ(read_image(file_with("P5 2 1 255\n\x05\xff")).values, (std::vector<float>{5, 255}));
  const std::string two = std::string("P5 2 1 1000\n") + '\x03' + '\xe8' + '\0' + '\x07';
  EXPECT_EQ(read_image(file_with(two)).values, (std::vector<float>{1000, 7}));
}

TEST(Image, BinaryDataMayStartWithWhiteSpaceOrHash) {
  EXPECT_EQ(read_image(file_with("P5 2 1 255\n \x23")).values, (std::vector<float>{32, 35}));
}

class RoundTrip : public testing::TestWithParam<std::tuple<int, int, int, int>> {};

TEST_P(RoundTrip, WrittenImageReadsBackEqual) {
  const auto [width, height, channels, maximum] = GetParam();
  Image image{.width = width, .height = height, .channels = channels, .maximum = maximum, .values = {}};
  image.values.resize(image.pixels() * channels);
  for (std::size_t i = 0; i < image.values.size(); ++i) image.values[i] = static_cast<float>(i * 77 % (maximum + 1));
  const std::string path = temporary_file("round_trip");
  write_image(path, image);
  const Image again = read_image(path);
  EXPECT_EQ(again.width, width);
  EXPECT_EQ(again.height, height);
  EXPECT_EQ(again.channels, channels);
  EXPECT_EQ(again.maximum, maximum);
  EXPECT_EQ(again.values, image.values);
}

INSTANTIATE_TEST_SUITE_P(Sizes, RoundTrip,
                         testing::Combine(testing::Values(1, 31, 100), testing::Values(1, 33), testing::Values(1, 3),
                                          testing::Values(1, 255, 256, 65535)));

TEST(Image, WritingRoundsAndClamps) {
  Image image{.width = 6, .height = 1, .values = {-3, 1.4f, 1.6f, 254.9f, 1e9f, std::nanf("")}};
  const std::string path = temporary_file("clamped");
  write_image(path, image);
  EXPECT_EQ(read_image(path).values, (std::vector<float>{0, 1, 2, 255, 255, 0}));
}

TEST(Image, MalformedFilesGetOneClearLine) {
  EXPECT_NE(complaint("").find("not a PGM or PPM"), std::string::npos);
  EXPECT_NE(complaint("P").find("not a PGM or PPM"), std::string::npos);
  EXPECT_NE(complaint("GIF89a").find("not a PGM or PPM"), std::string::npos);
  EXPECT_NE(complaint("P7 2 2 255").find("P2, P3, P5 or P6"), std::string::npos);
  EXPECT_NE(complaint("P5").find("ends before its width"), std::string::npos);
  EXPECT_NE(complaint("P5 4").find("ends before its height"), std::string::npos);
  EXPECT_NE(complaint("P5 x 4 255\n").find("width is not a number"), std::string::npos);
  EXPECT_NE(complaint("P5 -4 4 255\n").find("width is not a number"), std::string::npos);
  EXPECT_NE(complaint("P5 0 4 255\n").find("width is not a number"), std::string::npos);
  EXPECT_NE(complaint("P5 4 99999999999999999999 255\n").find("height is not a number"), std::string::npos);
  EXPECT_NE(complaint("P5 1 1 0\n\x01").find("maximum is not a number"), std::string::npos);
  EXPECT_NE(complaint("P5 1 1 65536\n\x01").find("maximum is not a number"), std::string::npos);
  EXPECT_NE(complaint("P5 1 1 255").find("ends too early"), std::string::npos);
  EXPECT_NE(complaint("P5 1 1 255x").find("no white space"), std::string::npos);
  EXPECT_NE(complaint("P5 2 2 255\nabc").find("less data"), std::string::npos);
  EXPECT_NE(complaint("P6 500000 500000 65535\nabc").find("less data"), std::string::npos) << "must not allocate";
  EXPECT_NE(complaint("P5 2 2 255\nabcde").find("more data"), std::string::npos);
  EXPECT_NE(complaint("P2 2 2 255\n1 2 3").find("less data"), std::string::npos);
  EXPECT_NE(complaint("P2 2 1 255\n100 ").find("ends before its data"), std::string::npos);
  EXPECT_NE(complaint("P2 2 1 255\n1 2 3").find("more data"), std::string::npos);
  EXPECT_NE(complaint("P2 2 1 255\n1 b").find("data is not a number"), std::string::npos);
  EXPECT_NE(complaint("P2 2 1 255\n1 256").find("data is not a number"), std::string::npos);
  EXPECT_NE(complaint("P5 1 1 9\n\x63").find("above its maximum"), std::string::npos);
}

TEST(Image, UnreadableFilesGetOneClearLine) {
  EXPECT_THROW(read_image(temporary_file("no such image")), UsageError);
  EXPECT_THROW(read_image(testing::TempDir()), UsageError);
}

TEST(Image, InconsistentImagesAreNotWritten) {
  EXPECT_THROW(write_image(temporary_file("bad"), Image{}), UsageError);
  EXPECT_THROW(write_image(temporary_file("bad"), Image{.width = 2, .height = 2, .values = {1, 2, 3}}), UsageError);
  EXPECT_THROW(write_image("/no such folder/image.pgm", Image{.width = 1, .height = 1, .values = {1}}),
               std::runtime_error);
}

}  // namespace
