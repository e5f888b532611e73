// Every rung against the CPU, on every number of devices; run with one, two and three emulated ones.
#include "ch14_multi_gpu/frames/frames.h"

#include <algorithm>
#include <cstdio>

#include "common/image.h"
#include "common/testing.h"

namespace {

using namespace frames;

constexpr Count unwritten = 0xFFFF;

class Frames : public testing::TestWithParam<int> {};

// Fewer rows than GPUs, numbers of rows that no number of GPUs divides, more columns than a block has; films with more
// frames than are asked for.
TEST_P(Frames, EqualTheReference) {
  for (const Film film : {Film{1, 1, 1, 10}, {3, 2, 5, 30}, {5, 7, 130, 50}, {4, 31, 33, 80}}) {
    for (const int devices : team_sizes(device_count())) {
      Studio studio(devices, film);
      for (const int asked : {film.frames, film.frames - 1, 0}) {
        std::fill(studio.out.begin(), studio.out.end(), unwritten);
        ladder()[GetParam()].run(studio, asked);
        for (int f = 0; f < film.frames; ++f) {
          for (std::size_t i = 0; i < film.points(); ++i) {
            const int row = static_cast<int>(i) / film.cols, col = static_cast<int>(i) % film.cols;
            const Count expected = f < asked ? steps_cpu(view_of(film, f), row, col, film.most) : unwritten;
            ASSERT_EQ(studio.frame(f)[i], expected)
                << devices << " devices, frame " << f << ", row " << row << ", column " << col;
          }
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Ladder, Frames, testing::Range(0, static_cast<int>(std::size(ladder()))),
                         [](const auto& info) { return ladder()[info.param].name; });

TEST(FramesReference, KnowsWhatIsInTheSet) {
  const View view{-2, -1, 1};  // points -2 - i … 1 + i, one apart
  EXPECT_EQ(steps_cpu(view, 1, 2, 1000), 1000) << "0 is in the set";
  EXPECT_EQ(steps_cpu(view, 1, 0, 1000), 1000) << "-2 is in the set";
  EXPECT_EQ(steps_cpu(view, 1, 3, 1000), 3) << "1: 0, 1, 2, then 5";
}

// If a GPU fails, the other threads must end too, and the program must not wait. No grid has room for this many rows.
TEST(FramesOnDemand, AnErrorIsTold) {
  constexpr int too_many_columns = 65536 * 128;
  Studio studio(device_count(), {2, 1, too_many_columns, 10});
  EXPECT_THROW(rung_called("whole_on_demand", ladder()).run(studio, 2), CudaError);
  EXPECT_NO_THROW(studio.wait());
}

TEST(FramesProgram, DrawsTheLastFrame) {
  const std::string path = temporary_file("frame.pgm");
  const Ended ended = run_program(
      {PROGRAM, "--frames", "3", "--rows", "20", "--cols", "30", "--most", "40", "--repeats", "1", "--image", path});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  EXPECT_NE(ended.out.find(" 0 values differ"), std::string::npos) << ended.out;
  const Image image = read_image(path);
  EXPECT_EQ(image.width, 30);
  EXPECT_EQ(image.height, 20);
  std::remove(path.c_str());
}

TEST(FramesProgram, BadInputIsAUsageError) {
  for (const auto& option : {"--frames=0", "--rows=0", "--cols=0", "--most=70000"}) {
    const Ended ended = run_program({PROGRAM, option});
    EXPECT_EQ(ended.status, 2) << option;
    EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
  }
}

}  // namespace
