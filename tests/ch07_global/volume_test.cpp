// Whole numbers below 2^24: sums are exact, whatever the order.
#include "ch07_global/volume/volume.h"

#include "common/testing.h"
#include "common/values.h"

namespace {

using namespace volume;

constexpr Size sizes[] = {{1, 1, 1},  {1, 1, 5},  {1, 7, 1},   {9, 1, 1},    {2, 3, 4},
                          {32, 8, 2}, {33, 9, 3}, {31, 17, 5}, {129, 10, 7}, {64, 64, 3}};

class Volume : public testing::TestWithParam<int> {};

TEST_P(Volume, SumsMatchReference) {
  for (const Size size : sizes) {
    SCOPED_TRACE(std::to_string(size.x) + " x " + std::to_string(size.y) + " x " + std::to_string(size.z));
    const std::vector<float> voxels = random_integers<float>(size.voxels(), 1, 65535, test_seed());
    const Guarded<float> d_packed(voxels);
    Guarded<float> d_sums = poisoned<float>(voxels.size());
    const Copies copies(d_packed.data(), size);

    ladder()[GetParam()].run(d_packed.data(), copies, d_sums.data(), size);

    EXPECT_EQ(d_sums.to_host(), sums_cpu(voxels, size));
    EXPECT_EQ(d_packed.to_host(), voxels) << "the input was changed";
  }
}

INSTANTIATE_TEST_SUITE_P(Ladder, Volume, testing::Range(0, static_cast<int>(std::size(ladder()))),
                         [](const auto& info) { return std::string(ladder()[info.param].name); });

TEST(VolumeCopies, HaveAlignedRows) {
  const Size size{33, 5, 3};
  const Guarded<float> d_packed(random_integers<float>(size.voxels(), 0, 255, test_seed()));
  const Copies copies(d_packed.data(), size);
  EXPECT_GE(copies.pitched().pitch, 33 * sizeof(float));
  EXPECT_EQ(copies.pitched().pitch % 32, 0u) << "a row begins in the middle of a sector";
}

TEST(VolumeReference, AgreesWithAnExampleByHand) {
  // Two slices of two rows of two voxels: each voxel has one neighbour in each direction.
  EXPECT_EQ(sums_cpu({1, 2, 4, 8, 16, 32, 64, 128}, {2, 2, 2}),
            (std::vector<float>{23, 43, 77, 142, 113, 178, 212, 232}));
}

TEST(VolumeProgram, ShowsEveryRungAndRefusesBadInput) {
  const Ended good = run_program({PROGRAM, "--x", "35", "--y", "9", "--z", "4", "--repeats", "1"});
  EXPECT_EQ(good.status, 0) << good.err;
  for (const auto& rung : ladder()) EXPECT_NE(good.out.find(rung.name), std::string::npos);
  for (const char* option : {"--x=0", "--z=-1", "--y=1e9"}) {
    const Ended bad = run_program({PROGRAM, option});
    EXPECT_EQ(bad.status, 2) << option;
    EXPECT_EQ(count_lines(bad.err), 1) << bad.err;
  }
}

}  // namespace
