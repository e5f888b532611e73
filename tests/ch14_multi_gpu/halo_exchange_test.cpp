// Every rung against the CPU, bit by bit, on every number of devices; run with one, two and three emulated ones.
#include "ch14_multi_gpu/halo_exchange/halo_exchange.h"

#include <cmath>
#include <cstdio>
#include <stdexcept>

#include "common/image.h"
#include "common/testing.h"
#include "common/values.h"

namespace {

using namespace halo_exchange;

std::vector<float> steps_cpu(std::vector<float> u, std::size_t rows, std::size_t cols, int steps) {
  for (int step = 0; step < steps; ++step) u = step_cpu(u, rows, cols);
  return u;
}

struct Shape {
  std::size_t rows, cols;
};

class HaloExchange : public testing::TestWithParam<int> {};

TEST_P(HaloExchange, EqualsTheReferenceBitByBit) {
  const Rung& rung = ladder()[GetParam()];
  // Slabs of one row, of two, of three, of more than a thread's rows; rows that end within a thread, a warp and a
  // block.
  for (const Shape shape : {Shape{3, 3}, {4, 5}, {5, 129}, {8, 33}, {11, 130}, {35, 127}, {52, 64}, {30, 1030}}) {
    const std::vector<float> u = random_reals<float>(shape.rows * shape.cols, -1, 1, test_seed());
    for (const int steps : {0, 1, 2, 7}) {
      const std::vector<float> expected = steps_cpu(u, shape.rows, shape.cols, steps);
      for (const int devices : team_sizes(device_count())) {
        if (rung.mapped && !all_reach_all(devices)) GTEST_SKIP() << "these GPUs do not reach each other's memory";
        Plate plate(devices, shape.rows, shape.cols);
        plate.set(u);
        rung.run(plate, steps);
        plate.wait();
        EXPECT_EQ(plate.to_host(), expected)
            << shape.rows << " x " << shape.cols << ", " << steps << " steps, " << devices << " devices";
      }
    }
  }
}

// Another run continues where the first one ended, also after an odd number of steps.
TEST_P(HaloExchange, RunsGoOn) {
  const std::vector<float> u = random_reals<float>(20 * 140, 0, 1, test_seed());
  if (ladder()[GetParam()].mapped && !all_reach_all(device_count())) GTEST_SKIP() << "the GPUs do not reach each other";
  Plate plate(device_count(), 20, 140);
  plate.set(u);
  for (const int steps : {3, 1, 4}) {
    ladder()[GetParam()].run(plate, steps);
    plate.wait();
  }
  EXPECT_EQ(plate.to_host(), steps_cpu(u, 20, 140, 8));
}

INSTANTIATE_TEST_SUITE_P(Ladder, HaloExchange, testing::Range(0, static_cast<int>(std::size(ladder()))),
                         [](const auto& info) { return ladder()[info.param].name; });

TEST(Plate, SlabsCoverTheInsideOnce) {
  for (const std::size_t rows : {3, 4, 5, 17}) {
    const Plate plate(device_count(), rows, 4);
    std::size_t next = 1;
    for (std::size_t s = 0; s < plate.slabs.size(); ++s) {
      EXPECT_EQ(plate.slabs[s].device, static_cast<int>(s));
      EXPECT_EQ(plate.slabs[s].first, next);
      EXPECT_GE(plate.slabs[s].rows, rows == 3 ? 1u : 2u) << "the border rows are two";
      EXPECT_LE(plate.slabs[s].rows, (rows - 2) / plate.slabs.size() + 1);
      next += plate.slabs[s].rows;
    }
    EXPECT_EQ(next, rows - 1);
  }
  EXPECT_THROW(Plate(1, 2, 3), std::invalid_argument);
  EXPECT_THROW(Plate(1, 3, 2), std::invalid_argument);
}

TEST(Plate, IsFilledTheSameForAnyNumberOfDevices) {
  Plate one(1, 21, 131);
  one.fill();
  const std::vector<float> values = one.to_host();
  EXPECT_EQ(values[5], 1) << "the top rim";
  for (std::size_t i = 131; i < values.size(); ++i) ASSERT_TRUE(values[i] >= 0 && values[i] < 1) << i;
  EXPECT_NE(values[131], values[132]);
  for (const int devices : team_sizes(device_count())) {
    Plate plate(devices, 21, 131);
    plate.fill();
    EXPECT_EQ(plate.to_host(), values);
    EXPECT_EQ(plate.fingerprint(), one.fingerprint());
    rung_called("overlapped", ladder()).run(plate, 2);
    plate.wait();
    EXPECT_EQ(plate.to_host(), steps_cpu(values, 21, 131, 2)) << "the halos are filled too";
  }
}

TEST(Plate, AFingerprintSeesOneBitAndAnExchange) {
  std::vector<float> values = random_reals<float>(10 * 20, 0, 1, test_seed());
  Plate plate(device_count(), 10, 20);
  const auto of = [&](const std::vector<float>& all) {
    plate.set(all);
    return plate.fingerprint();
  };
  const std::uint64_t before = of(values);
  EXPECT_EQ(of(values), before);
  std::swap(values[21], values[170]);
  EXPECT_NE(of(values), before);
  std::swap(values[21], values[170]);
  values[100] = std::nextafter(values[100], 2.0f);
  EXPECT_NE(of(values), before);
}

TEST(HaloExchangeProgram, DrawsAPlateThatIsHotAtTheTop) {
  const std::string path = temporary_file("plate.pgm"), svg = temporary_file("plate.svg");
  const Ended ended = run_program({PROGRAM, "--n", "20", "--small", "10", "--side", "24", "--points", "1000",
                                   "--repeats", "1", "--image", path, "--svg", svg});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  EXPECT_NE(ended.out.find("0 values differ"), std::string::npos) << ended.out;
  const Image image = read_image(path);
  ASSERT_EQ(image.values.size(), 24u * 24);
  EXPECT_EQ(image.values[12], 255);
  EXPECT_GT(image.values[5 * 24 + 12], image.values[15 * 24 + 12]);
  EXPECT_EQ(image.values[23 * 24 + 12], 0);
  std::remove(path.c_str());
  std::remove(svg.c_str());
}

TEST(HaloExchangeProgram, BadInputIsAUsageError) {
  for (const auto& option : {"--n=2", "--points=0", "--side=2"}) {
    const Ended ended = run_program({PROGRAM, option});
    EXPECT_EQ(ended.status, 2) << option;
    EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
  }
}

}  // namespace
