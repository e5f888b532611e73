// Every thread's number is exact, and every block names an existing SM.
#include "ch06_memory/waves/waves.h"

#include <set>

#include "common/check.h"
#include "common/testing.h"

namespace {

class Waves : public testing::TestWithParam<int> {};

TEST_P(Waves, NumbersMatchReferenceAndBlocksRunSomewhere) {
  const waves::Rung& rung = waves::ladder()[GetParam()];
  for (const int steps : {0, 1, 7})
    for (const int blocks : {1, 2, 33, multiprocessors(), multiprocessors() + 1}) {
      Guarded<unsigned> d_y = poisoned<unsigned>(std::size_t(blocks) * waves::block_size);
      Guarded<unsigned> d_where = poisoned<unsigned>(blocks);

      rung.run(d_y.data(), d_where.data(), blocks, steps);

      const std::vector<unsigned> y = d_y.to_host();
      std::size_t wrong = 0;
      for (std::size_t i = 0; i < y.size(); ++i) wrong += y[i] != waves::random_cpu(i, steps);
      EXPECT_EQ(wrong, 0u) << rung.name << ", " << blocks << " blocks, " << steps << " steps";
      for (const unsigned id : d_where.to_host()) EXPECT_LT(id, static_cast<unsigned>(multiprocessors()));
    }
}

TEST_P(Waves, LaunchThatFailsThrows) {
  EXPECT_THROW(waves::ladder()[GetParam()].run(nullptr, nullptr, 0, 1), CudaError) << "an empty grid";
}

INSTANTIATE_TEST_SUITE_P(Ladder, Waves, testing::Range(0, 2),
                         [](const auto& info) { return std::string(waves::ladder()[info.param].name); });

// Blocks that run long enough to overlap: if an SM has room for one block, each block has its own SM.
TEST(WavesOfOne, SpreadOverAllMultiprocessors) {
  EXPECT_EQ(waves::ladder()[0].resident(), 1);
  EXPECT_GT(waves::ladder()[1].resident(), 1);
  const int blocks = multiprocessors();
  Guarded<unsigned> d_y = poisoned<unsigned>(std::size_t(blocks) * waves::block_size);
  Guarded<unsigned> d_where = poisoned<unsigned>(blocks);
  waves::ladder()[0].run(d_y.data(), d_where.data(), blocks, emulated_device() ? 1 : 20000);
  const std::vector<unsigned> where = d_where.to_host();
  EXPECT_EQ(std::set<unsigned>(where.begin(), where.end()).size(), where.size());
}

TEST(WavesProgram, ShowsWholeWavesAndOneBlockMore) {
  const Ended ended = run_program({PROGRAM, "--steps", "2", "--repeats", "1"});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  const int wave = multiprocessors();
  EXPECT_NE(ended.out.find("\n" + std::to_string(2 * wave) + " "), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find("\n" + std::to_string(2 * wave + 1) + " "), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find(" 0 on "), std::string::npos) << ended.out;
}

}  // namespace
