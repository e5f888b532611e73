// One addition per result, rounded the same everywhere: exact.
#include "ch06_memory/occupancy/occupancy.h"

#include <stdexcept>

#include "common/testing.h"
#include "common/values.h"

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

  rung.run(d_x.data(), d_y.data(), d_z.data(), rows, columns, rung.launch);

  EXPECT_EQ(d_z.to_host(), sum_cpu(x, y)) << rung.name << ", " << rows << " x " << columns;
  EXPECT_EQ(d_x.to_host(), x) << "an input was changed";
  EXPECT_EQ(d_y.to_host(), y) << "an input was changed";
}

class Occupancy : public testing::TestWithParam<int> {};

TEST_P(Occupancy, SumMatchesReferenceInFloatAndDouble) {
  const std::vector<Shape> shapes = all_or_few<Shape>({{0, 0},
                                                       {0, 3},
                                                       {3, 0},
                                                       {1, 1},
                                                       {1, 31},
                                                       {33, 1},
                                                       {31, 33},
                                                       {32, 32},
                                                       {16, 17},
                                                       {255, 257},
                                                       {257, 1000},
                                                       {largest_side, 1},
                                                       {1, largest_side}},
                                                      {{0, 3}, {1, 1}, {1, 31}, {33, 1}, {31, 33}});
  for (const auto& [rows, columns] : shapes) {
    expect_sum(ladder<float>()[GetParam()], rows, columns);
    expect_sum(ladder<double>()[GetParam()], rows, columns);
  }
}

TEST_P(Occupancy, ResourcesAreConsistent) {
  int device = 0, threads = 0, blocks = 0;
  check(cudaGetDevice(&device));
  check(cudaDeviceGetAttribute(&threads, cudaDevAttrMaxThreadsPerMultiProcessor, device));
  check(cudaDeviceGetAttribute(&blocks, cudaDevAttrMaxBlocksPerMultiprocessor, device));
  const Rung<float>& rung = ladder<float>()[GetParam()];
  const Resources needs = rung.resources(rung.launch);
  EXPECT_GE(needs.blocks, 1);
  EXPECT_LE(needs.blocks, blocks);
  EXPECT_LE(needs.blocks * needs.block_size, threads);
  EXPECT_GT(needs.share, 0);
  EXPECT_LE(needs.share, 1);
}

TEST_P(Occupancy, RefusesSidesThatAGridCannotHold) {
  const Rung<float>& rung = ladder<float>()[GetParam()];
  EXPECT_THROW(rung.run(nullptr, nullptr, nullptr, largest_side + 1, 1, rung.launch), std::length_error);
  EXPECT_THROW(rung.run(nullptr, nullptr, nullptr, 1, -1, rung.launch), std::length_error);
}

INSTANTIATE_TEST_SUITE_P(Ladder, Occupancy, testing::Range(0, int(std::size(ladder<float>()))));

// Occupancy counts active warps. A block of 4 x 4 threads is one warp, as one of 32 threads is: an SM has room for the
// same number of both, and each counts as one warp.
TEST(OccupancyOfHalfWarps, IsThatOfWholeOnes) {
  int device = 0, threads = 0, warp = 0, of_whole_warps = 0;
  check(cudaGetDevice(&device));
  check(cudaDeviceGetAttribute(&threads, cudaDevAttrMaxThreadsPerMultiProcessor, device));
  check(cudaDeviceGetAttribute(&warp, cudaDevAttrWarpSize, device));
  const Resources needs = rung_called("4 x 4", ladder<float>()).resources({4, 4});
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&of_whole_warps, needs.kernel, warp, 0));
  EXPECT_EQ(needs.blocks, of_whole_warps);
  EXPECT_DOUBLE_EQ(needs.share, double(of_whole_warps) * warp / threads);
}

// What the groups must give: this number of blocks and no more, as shared memory is full. Four blocks of 256 are all
// the threads of an SM of compute capability 7.5.
TEST(Resident, SharedMemoryLimitsTheBlocks) {
  int device = 0, threads = 0, shared = 0, reserved = 0;
  check(cudaGetDevice(&device));
  check(cudaDeviceGetAttribute(&threads, cudaDevAttrMaxThreadsPerMultiProcessor, device));
  check(cudaDeviceGetAttribute(&shared, cudaDevAttrMaxSharedMemoryPerMultiprocessor, device));
  check(cudaDeviceGetAttribute(&reserved, cudaDevAttrReservedSharedMemoryPerBlock, device));
  const auto expect = [=](const Resources& needs, std::size_t blocks) {
    EXPECT_EQ(needs.blocks, static_cast<int>(blocks));
    EXPECT_GT(needs.shared_memory, 0u);
    EXPECT_LE(blocks * (needs.shared_memory + reserved), static_cast<std::size_t>(shared));
    EXPECT_GT((blocks + 1) * (needs.shared_memory + reserved), static_cast<std::size_t>(shared));
    EXPECT_STREQ(needs.limit, static_cast<int>(blocks) * 256 == threads ? "threads" : "shared memory");
  };
  expect(rung_called("1 load", ladder<float>()).resources({block_size, 1, 1, 4}), 4);
  expect(rung_called("1 load", ladder<float>()).resources({block_size, 1, 1, 2}), 2);
  expect(rung_called("1 load", ladder<float>()).resources({block_size, 1, 1, 1}), 1);
  expect(rung_called("16 loads", ladder<float>()).resources({block_size, 1, 1, 2}), 2);
  const Resources unlimited = rung_called("16 loads", ladder<float>()).resources({block_size});
  EXPECT_EQ(unlimited.shared_memory, 0u) << "none where no limit is asked for";
}

// The suggestion has the highest occupancy of all block sizes.
TEST(SuggestedBlock, HasTheHighestOccupancy) {
  const Resources suggested = rung_called("4 x 4", ladder<float>()).resources({0});
  for (int threads = 32; threads <= 1024; threads += 32)
    EXPECT_GE(suggested.share, rung_called("4 x 4", ladder<float>()).resources({threads}).share) << threads;
}

TEST(OccupancyProgram, ShowsOccupancyAndRefusesBadSides) {
  const Ended good = run_program({PROGRAM, "--rows", "33", "--cols", "70", "--repeats", "1"});
  EXPECT_EQ(good.status, 0) << good.err;
  EXPECT_NE(good.out.find("occupancy 100.0 %"), std::string::npos) << good.out;
  const Ended bad = run_program({PROGRAM, "--rows", "65536"});
  EXPECT_EQ(bad.status, 2);
  EXPECT_EQ(count_lines(bad.err), 1) << bad.err;
}

}  // namespace
