// Numbers of steps are whole, and every rung must give the reference's: pixel by pixel, or filled where borders are
// uniform.
#include "ch23_dynamic_parallelism/adaptive/adaptive.h"

#include "common/image.h"
#include "common/testing.h"

namespace {

using namespace adaptive;

template <typename Real>
void expect_right_pictures(const View<Real>& view, const std::vector<Dwell>& pixels) {
  const std::vector<Dwell> filled = filled_cpu(pixels, view.rows, view.cols);
  for (const Rung<Real>& rung : ladder<Real>()) {
    Guarded<Dwell> d_dwells = poisoned<Dwell>(pixels.size());
    Guarded<unsigned> d_scratch = poisoned<unsigned>(scratch_words(view.rows, view.cols));
    rung.run(view, d_dwells.data(), d_scratch.data());
    check_launches(d_scratch.data());
    EXPECT_EQ(d_dwells.to_host(), rung.name == std::string("per_pixel") ? pixels : filled)
        << rung.name << ", " << view.rows << " x " << view.cols;
  }
}

template <typename Real>
void expect_right_pictures(const View<Real>& view) {
  expect_right_pictures(view, per_pixel_cpu(view));
}

// Sizes that straddle boxes of every level, and blocks of pixels.
TEST(Adaptive, PicturesMatchReference) {
  for (const auto& [rows, cols] : {std::pair{1, 1}, {1, 700}, {16, 16}, {17, 33}, {64, 64}, {65, 130}, {127, 9}}) {
    expect_right_pictures(whole_set<float>(rows, cols, 100));
    expect_right_pictures(whole_set<double>(rows, cols, 100));
  }
}

TEST(Adaptive, PicturesOfSeveralFirstBoxesMatchReference) {
  expect_right_pictures(whole_set<float>(513, 530, 60));
}

TEST(Adaptive, WithoutStepsEveryPointIsOfTheSet) {
  expect_right_pictures(whole_set<float>(40, 70, 0), std::vector<Dwell>(40 * 70, 0));
}

// |z| is 0, |c| > 2: one step. The set is inside one of the smallest boxes and touches none of its borders, so the rule
// fills the box. A rung that computes every pixel gives another result here.
TEST(Adaptive, WhatNoBorderSeesIsFilled) {
  const View<float> view{-8.25f, -8.25f, 1, 16, 16, 50};
  const std::vector<Dwell> pixels = per_pixel_cpu(view);
  ASSERT_EQ(std::count(pixels.begin(), pixels.end(), 50), 1);  // the point -0.25 - 0.25 i
  ASSERT_EQ(filled_cpu(pixels, 16, 16), std::vector<Dwell>(256, 1));
  expect_right_pictures(view, pixels);
}

// By hand: a 3 in the middle of a box stays where the border has two dwells, and only there.
TEST(Adaptive, OnlyBoxesWithOneDwellOnTheirBorderAreFilled) {
  for (const auto& [row, col] : {std::pair{0, 5}, {15, 5}, {5, 0}, {5, 15}}) {
    std::vector<Dwell> dwells(16 * 16, 7);
    dwells[8 * 16 + 8] = 3;
    EXPECT_EQ(filled_cpu(dwells, 16, 16), std::vector<Dwell>(16 * 16, 7));
    dwells[row * 16 + col] = 8;
    EXPECT_EQ(filled_cpu(dwells, 16, 16), dwells);
  }
}

TEST(Adaptive, CountsSteps) {
  EXPECT_EQ(dwell_cpu(View<double>{0, 0, 0, 1, 1, 1000}, 0, 0), 1000);   // 0 stays
  EXPECT_EQ(dwell_cpu(View<double>{-2, 0, 0, 1, 1, 1000}, 0, 0), 1000);  // -2, 2, 2, 2 ...
  EXPECT_EQ(dwell_cpu(View<double>{1, 0, 0, 1, 1, 1000}, 0, 0), 3);      // 0, 1, 2, 5
}

TEST(AdaptiveProgram, DrawsTheSetAndComparesEveryRung) {
  const std::string file = temporary_file("set.ppm");
  const Ended ended = run_program(
      {PROGRAM, "--rows", "90", "--cols", "140", "--iterations", "50", "--repeats", "1", "--picture", file});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  const auto view = whole_set<float>(90, 140, 50);
  const std::vector<Dwell> pixels = per_pixel_cpu(view), filled = filled_cpu(pixels, 90, 140);
  long long changed = 0;
  for (std::size_t i = 0; i < pixels.size(); ++i) changed += pixels[i] != filled[i];
  EXPECT_EQ(number_after(ended.out, "pixels that filling changed:"), changed);

  const Image image = read_image(file);
  ASSERT_EQ(image.height, 90);
  ASSERT_EQ(image.width, 140);
  for (std::size_t i = 0; i < pixels.size(); ++i) EXPECT_EQ(image.plane(2)[i] == 0, filled[i] == 50) << i;
}

TEST(AdaptiveProgram, RefusesSizesThatMakeNoSense) {
  for (const char* option : {"--rows", "--cols"}) {
    const Ended ended = run_program({PROGRAM, option, "0"});
    EXPECT_EQ(ended.status, 2);
    EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
  }
}

}  // namespace
