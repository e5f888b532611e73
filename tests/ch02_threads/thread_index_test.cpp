// Every thread of every layout has the position of the reference: all numbers are whole, so the tests are exact.
#include "ch02_threads/thread_index/thread_index.h"

#include <gtest/gtest.h>

#include "common/check.h"
#include "common/testing.h"

namespace {

using thread_index::Place;

struct Layout {
  dim3 grid, block;
};

std::vector<Place> places(const thread_index::Rung& rung, const Layout& layout) {
  const dim3 g = layout.grid, b = layout.block;
  Guarded<Place> d_places = poisoned<Place>(std::size_t{g.x} * g.y * g.z * b.x * b.y * b.z);
  rung.run(d_places.data(), g, b);
  return d_places.to_host();
}

class ThreadIndex : public testing::TestWithParam<int> {};

TEST_P(ThreadIndex, PlacesMatchReference) {
  const thread_index::Rung& rung = thread_index::ladder()[GetParam()];
  const Layout layouts[] = {
      {1, 1},
      {3, 31},
      {2, 33},
      {5, 256},
      {1, 1024},
      {dim3(2, 3), dim3(4, 5)},
      {dim3(3, 2), dim3(8, 8)},  // square blocks
      {dim3(1, 7), dim3(1, 33)},
      {dim3(5, 1), dim3(32, 32)},
      {dim3(2, 3, 4), dim3(5, 3, 2)},
      {dim3(3, 1, 2), dim3(1, 6, 64)},
  };
  int tried = 0;
  for (const Layout& layout : layouts) {
    const bool two = layout.grid.y > 1 || layout.block.y > 1, three = layout.grid.z > 1 || layout.block.z > 1;
    if ((three ? 3 : two ? 2 : 1) > rung.dimensions) continue;
    EXPECT_TRUE(places(rung, layout) == thread_index::places_cpu(layout.grid, layout.block))
        << "grid " << layout.grid.x << " " << layout.grid.y << " " << layout.grid.z << ", block " << layout.block.x
        << " " << layout.block.y << " " << layout.block.z;
    ++tried;
  }
  EXPECT_GE(tried, 5);
}

TEST_P(ThreadIndex, LaunchThatFailsThrows) {
  const thread_index::Rung& rung = thread_index::ladder()[GetParam()];
  EXPECT_THROW(rung.run(nullptr, 1, 4096), CudaError);
}

INSTANTIATE_TEST_SUITE_P(Ladder, ThreadIndex, testing::Range(0, 3),
                         [](const auto& info) { return std::string("in_") + thread_index::ladder()[info.param].name; });

// Two values worked out by hand, so that kernel and reference cannot be wrong in the same way.
TEST(ThreadIndexByHand, TwoDimensions) {
  const auto found = places(thread_index::ladder()[1], {dim3(2, 2), dim3(3, 4)});
  const Place expected = {1, 1, 0, 2, 3, 0, 3, 11, 0, 11, 7 * 6 + 5};
  EXPECT_TRUE(found[47] == expected);
}

TEST(ThreadIndexByHand, ThreeDimensions) {
  const auto found = places(thread_index::ladder()[2], {dim3(2, 1, 2), dim3(3, 4, 5)});
  const Place expected = {1, 0, 1, 0, 2, 4, 3, 54, 1, 22, (9 * 4 + 2) * 6 + 3};
  EXPECT_TRUE(found[231] == expected);
}

TEST(LaunchLimits, HoldAndAreEnforced) {
  for (const thread_index::Limit& limit : thread_index::launch_limits()) {
    EXPECT_EQ(thread_index::try_launch(limit.grid_within, limit.block_within), cudaSuccess) << limit.name;
    EXPECT_NE(thread_index::try_launch(limit.grid_beyond, limit.block_beyond), cudaSuccess) << limit.name;
    EXPECT_EQ(cudaGetLastError(), cudaSuccess) << limit.name << ": the error stayed behind";
  }
}

TEST(ThreadIndexProgram, ShowsLayoutsAndLimits) {
  const Ended ended = run_program({PROGRAM});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_NE(ended.out.find("1-D: <<<(2), (6)>>>"), std::string::npos);
  EXPECT_NE(ended.out.find("2-D: <<<(1,1), (6,6)>>>"), std::string::npos);
  EXPECT_NE(ended.out.find("threads in a block"), std::string::npos);
}

TEST(ThreadIndexProgram, TakesALayout) {
  const Ended ended = run_program({PROGRAM, "--grid", "2x1x2", "--block", "3x4x5"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_NE(ended.out.find("3-D: <<<(2,1,2), (3,4,5)>>>"), std::string::npos);
  EXPECT_EQ(count_lines(ended.out), 2 + 3 + 240) << "device, purpose, empty line, layout, heading, a line a thread";
}

TEST(ThreadIndexProgram, MalformedOrTooLargeLayoutIsAUsageError) {
  for (const char* shape : {"0", "x", "3x", "3x4x5x6", "3,4", "-1", "1e3", "3x 4y", "99999"}) {
    const Ended ended = run_program({PROGRAM, std::string("--block=") + shape});
    EXPECT_EQ(ended.status, 2) << shape;
    EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
  }
}

TEST(ThreadIndexProgram, TooManyThreadsInABlockIsACudaError) {
  const Ended ended = run_program({PROGRAM, "--block", "1025"});
  EXPECT_EQ(ended.status, 3);
  EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
}

}  // namespace
