// Products of a float and a power of two: exact. Bytes lost are counted, not estimated.
#include "ch07_global/gpu_vector/gpu_vector.h"

#include "common/testing.h"
#include "common/values.h"

namespace {

using namespace gpu_vector;

class GpuVector : public testing::TestWithParam<std::tuple<int, std::size_t>> {
 protected:
  void TearDown() override { release_all(); }
};

TEST_P(GpuVector, ScalesAndLosesNothingWhenNothingFails) {
  const auto [stage, n] = GetParam();
  const std::vector<float> host = random_reals<float>(n, -1, 1, test_seed());
  std::vector<float> expected = host;
  for (float& value : expected) value *= 4;
  EXPECT_EQ(ladder()[stage].scaled(host, 4), expected);
  EXPECT_EQ(bytes_alive(), 0u);
}

INSTANTIATE_TEST_SUITE_P(Ladder, GpuVector, every_rung_and_size(ladder()), name_rung_and_size(ladder()));

TEST(Stages, LoseWhatTheLessonSaysTheyLose) {
  constexpr std::size_t n = 1000, bytes = n * sizeof(float);
  constexpr std::size_t at_launch[] = {2 * bytes, 0, 0, 0}, at_construction[] = {bytes, bytes, bytes, 0};
  for (int s = 0; s < 4; ++s) {
    EXPECT_EQ(ladder()[s].lost_at_launch(n), at_launch[s]) << ladder()[s].name;
    EXPECT_EQ(ladder()[s].lost_at_construction(n), at_construction[s]) << ladder()[s].name;
  }
  release_all();
  EXPECT_EQ(bytes_alive(), 0u);
}

TEST(Stages, CopyAndMoveAsTheirNamesSay) {
  static_assert(std::is_copy_constructible_v<Raw<float>>);
  static_assert(!std::is_copy_constructible_v<Owning<float>> && !std::is_move_constructible_v<Owning<float>>);
  static_assert(!std::is_copy_constructible_v<Movable<float>> && std::is_nothrow_move_constructible_v<Movable<float>>);
  static_assert(!std::is_copy_constructible_v<Safe<float>> && std::is_nothrow_move_constructible_v<Safe<float>>);
  static_assert(std::is_nothrow_move_assignable_v<Safe<float>> && std::is_nothrow_move_assignable_v<Movable<float>>);
}

template <typename Vector>
void expect_moves() {
  {
    Vector a(10);
    float* const array = a.data();
    Vector b(std::move(a));
    EXPECT_EQ(b.data(), array);
    EXPECT_EQ(a.size(), 0u);
    EXPECT_EQ(a.data(), nullptr);
    Vector c(20);
    c = std::move(b);
    EXPECT_EQ(c.data(), array);
    EXPECT_EQ(c.size(), 10u);
    EXPECT_EQ(bytes_alive(), 10 * sizeof(float)) << "the array that c held has to be freed";
    std::vector<Vector> many;
    for (int i = 0; i < 5; ++i) many.push_back(Vector(1));
    EXPECT_EQ(bytes_alive(), 15 * sizeof(float));
  }
  EXPECT_EQ(bytes_alive(), 0u);
}

TEST(Stages, MovesHandTheArrayOver) {
  expect_moves<Movable<float>>();
  expect_moves<Safe<float>>();
}

TEST(Stages, AssigningAVectorToItselfKeepsIt) {
  Movable<float> a(10);
  Movable<float>& same_a = a;
  a = std::move(same_a);
  EXPECT_EQ(a.size(), 10u);
  Safe<float> b(10);
  Safe<float>& same_b = b;
  b = std::move(same_b);
  EXPECT_EQ(b.size(), 10u);
}

TEST(Stages, SafeRefusesASizeThatOverflows) {
  EXPECT_THROW(Safe<double>(std::numeric_limits<std::size_t>::max() / 4), CudaError);
  EXPECT_EQ(bytes_alive(), 0u);
}

TEST(GpuVectorProgram, FindsWhatWasLost) {
  const Ended ended = run_program({PROGRAM, "--n", "1000"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  // Two vectors lost at the launch, three at constructions.
  EXPECT_NE(ended.out.find("freed after all: 20000 bytes"), std::string::npos) << ended.out;
  const Ended bad = run_program({PROGRAM, "--n", "0"});
  EXPECT_EQ(bad.status, 2);
  EXPECT_EQ(count_lines(bad.err), 1) << bad.err;
}

}  // namespace
