// One addition a result, rounded the same everywhere: exact.
#include "ch06_memory/occupancy/occupancy.h"

#include <stdexcept>

#include "common/random.h"
#include "common/testing.h"

namespace {

using namespace occupancy;
using Shape = std::pair<int, int>;

template <typename Real>
void expect_sum(const Rung<Real>& rung, int rows, int columns) {
  const std::size_t n = std::size_t(rows) * columns;
  const std::vector<Real> x = random_reals<Real>(n, -1, 1, test_seed());
  const std::vector<Real> y = random_reals<Real>(n, -1, 1, test_seed() + 1);
  const Guarded<Real> d_x(x), d_y(y);
  Guarded<Real> d_z = poisoned<Real>(n);

  rung.sum(d_x.data(), d_y.data(), rows, columns, d_z.data());

  EXPECT_EQ(d_z.to_host(), sum_cpu(x, y)) << rung.name << ", " << rows << " x " << columns;
  EXPECT_EQ(d_x.to_host(), x) << "an input was changed";
  EXPECT_EQ(d_y.to_host(), y) << "an input was changed";
}

class Occupancy : public testing::TestWithParam<int> {};

TEST_P(Occupancy, SumMatchesReferenceInFloatAndDouble) {
  constexpr Shape shapes[] = {{0, 0},           {0, 3},   {3, 0},   {1, 1},     {1, 31},     {33, 1},
                              {31, 33},         {32, 32}, {16, 17}, {255, 257}, {257, 1000}, {largest_side, 1},
                              {1, largest_side}};
  for (const auto& [rows, columns] : shapes) {
    expect_sum(ladder<float>[GetParam()], rows, columns);
    expect_sum(ladder<double>[GetParam()], rows, columns);
  }
}

TEST_P(Occupancy, ResourcesAreConsistent) {
  int device = 0, threads = 0, blocks = 0;
  check(cudaGetDevice(&device));
  check(cudaDeviceGetAttribute(&threads, cudaDevAttrMaxThreadsPerMultiProcessor, device));
  check(cudaDeviceGetAttribute(&blocks, cudaDevAttrMaxBlocksPerMultiprocessor, device));
  const Resources needs = ladder<float>[GetParam()].resources();
  EXPECT_GE(needs.blocks, 1);
  EXPECT_LE(needs.blocks, blocks);
  EXPECT_LE(needs.blocks * needs.block_size, threads);
  EXPECT_GT(needs.share, 0);
  EXPECT_LE(needs.share, 1);
}

TEST_P(Occupancy, RefusesSidesThatAGridCannotHold) {
  EXPECT_THROW(ladder<float>[GetParam()].sum(nullptr, nullptr, largest_side + 1, 1, nullptr), std::length_error);
  EXPECT_THROW(ladder<float>[GetParam()].sum(nullptr, nullptr, 1, -1, nullptr), std::length_error);
}

INSTANTIATE_TEST_SUITE_P(Ladder, Occupancy, testing::Range(0, int(std::size(ladder<float>))));

// Occupancy counts active warps. A block of 4 x 4 threads is one warp, as one of 32 threads is: the runtime finds room
// for as many, and that many warps of those that a multiprocessor holds.
TEST(OccupancyOfHalfWarps, IsThatOfWholeOnes) {
  int device = 0, threads = 0, warp = 0, of_whole_warps = 0;
  check(cudaGetDevice(&device));
  check(cudaDeviceGetAttribute(&threads, cudaDevAttrMaxThreadsPerMultiProcessor, device));
  check(cudaDeviceGetAttribute(&warp, cudaDevAttrWarpSize, device));
  const Resources needs = resources_of_block<float, 4, 4>();
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&of_whole_warps, needs.kernel, warp, 0));
  EXPECT_EQ(needs.blocks, of_whole_warps);
  EXPECT_DOUBLE_EQ(needs.share, double(of_whole_warps) * warp / threads);
}

// What the groups promise: so many blocks and no more, for want of shared memory. Four blocks of 256 are all the
// threads that a multiprocessor of compute capability 7.5 holds.
TEST(Resident, SharedMemoryLimitsTheBlocks) {
  int device = 0, threads = 0;
  check(cudaGetDevice(&device));
  check(cudaDeviceGetAttribute(&threads, cudaDevAttrMaxThreadsPerMultiProcessor, device));
  const auto expect = [threads](const Resources& needs, int blocks) {
    EXPECT_EQ(needs.blocks, blocks);
    EXPECT_GT(needs.shared_memory, 0u);
    EXPECT_STREQ(needs.limit, blocks * 256 == threads ? "threads" : "shared memory");
  };
  expect(resources_of_resident<float, 4, 1>(), 4);
  expect(resources_of_resident<float, 2, 1>(), 2);
  expect(resources_of_resident<float, 1, 1>(), 1);
  expect(resources_of_resident<float, 2, 16>(), 2);
}

TEST(OccupancyProgram, ShowsOccupancyAndRefusesBadSides) {
  const Ended good = run_program({PROGRAM, "--rows", "33", "--columns", "70", "--repeats", "1"});
  EXPECT_EQ(good.status, 0) << good.err;
  EXPECT_NE(good.out.find("occupancy 100.0 %"), std::string::npos) << good.out;
  const Ended bad = run_program({PROGRAM, "--rows", "65536"});
  EXPECT_EQ(bad.status, 2);
  EXPECT_EQ(count_lines(bad.err), 1) << bad.err;
}

}  // namespace
