// Small integers and alpha = 1/8: exact. With other values each rung stays within the bound, and all agree bit by bit.
#include "ch16_thrust_cub/modern/modern.h"

#include "common/owners.h"
#include "common/testing.h"
#include "common/values.h"

namespace {

using Shape = std::pair<std::size_t, std::size_t>;

// The result of a rung in a stream that does not wait for others.
template <typename Real>
std::vector<Real> stepped_by(const modern::Rung<Real>& rung, const std::vector<Real>& heat, Shape shape, Real alpha) {
  const Guarded<Real> d_heat(heat);
  Guarded<Real> d_next = poisoned<Real>(heat.size());
  const Stream stream;
  check(cudaDeviceSynchronize());
  rung.run(d_heat.data(), d_next.data(), shape.first, shape.second, alpha, stream);
  stream.wait();
  EXPECT_EQ(d_heat.to_host(), heat) << "the input was changed";
  return d_next.to_host();
}

template <typename Real>
void expect_exact(const modern::Rung<Real>& rung, Shape shape) {
  const Real alpha = Real{1} / 8;
  const std::vector<Real> heat = random_integers<Real>(shape.first * shape.second, -1000, 1000, test_seed());
  const std::vector<double> expected = modern::step_cpu(heat, shape.first, shape.second, alpha);
  EXPECT_EQ(stepped_by(rung, heat, shape, alpha), std::vector<Real>(expected.begin(), expected.end()));
}

class Modern : public testing::TestWithParam<std::tuple<int, Shape>> {};

TEST_P(Modern, MatchesReferenceInFloatAndDouble) {
  const auto [rung, shape] = GetParam();
  expect_exact(modern::ladder<float>()[rung], shape);
  expect_exact(modern::ladder<double>()[rung], shape);
}

// Grids that are nothing but edge, that have one cell inside, narrow ones, and sides that are not a multiple of the
// block's.
std::vector<Shape> shapes() {
  return all_or_few<Shape>({{0, 0},
                            {0, 5},
                            {7, 0},
                            {1, 1},
                            {1, 257},
                            {257, 1},
                            {2, 2},
                            {2, 33},
                            {33, 2},
                            {3, 3},
                            {8, 32},
                            {9, 33},
                            {31, 257},
                            {1000, 129},
                            {3, 100'000},
                            {100'000, 3}},
                           {{0, 5}, {1, 33}, {33, 1}, {2, 2}, {3, 3}, {9, 65}});
}

std::string name_of(const testing::TestParamInfo<std::tuple<int, Shape>>& info) {
  const auto [rung, shape] = info.param;
  return std::string(modern::ladder<float>()[rung].name) + "_" + std::to_string(shape.first) + "_by_" +
         std::to_string(shape.second);
}

INSTANTIATE_TEST_SUITE_P(Ladder, Modern,
                         testing::Combine(testing::Range(0, int(std::size(modern::ladder<float>()))),
                                          testing::ValuesIn(shapes())),
                         name_of);

template <typename Real>
void expect_same_bits_within_the_bound() {
  const Shape shape{67, 129};
  const Real alpha = Real{1} / 5;
  const std::vector<Real> heat = random_reals<Real>(shape.first * shape.second, -1, 1, test_seed());
  const std::vector<double> expected = modern::step_cpu(heat, shape.first, shape.second, alpha);
  const std::vector<Real> of_first = stepped_by(modern::ladder<Real>()[0], heat, shape, alpha);
  for (const auto& rung : modern::ladder<Real>()) {
    const std::vector<Real> next = stepped_by(rung, heat, shape, alpha);
    EXPECT_EQ(next, of_first) << rung.name;
    EXPECT_LE(max_absolute_error(next, expected), modern::error_bound<Real>()) << rung.name;
  }
}

TEST(ModernRungs, AgreeBitByBitWithinTheBound) {
  expect_same_bits_within_the_bound<float>();
  expect_same_bits_within_the_bound<double>();
}

// A warm cell among cold ones, worked out by hand: each neighbour gets an eighth of it, and it keeps the rest.
TEST(ModernReference, SpreadsAWarmCell) {
  std::vector<float> heat(25);
  heat[12] = 8;
  const std::vector<double> next = modern::step_cpu(heat, 5, 5, 0.125f);
  std::vector<double> expected(25);
  expected[12] = 4;
  for (const int place : {7, 11, 13, 17}) expected[place] = 1;
  EXPECT_EQ(next, expected);
}

TEST(ModernProgram, ShowsEveryRungAndChecksItsOptions) {
  for (const char* precision : {"single", "double"}) {
    const Ended ended =
        run_program({PROGRAM, "--rows", "33", "--cols", "65", "--repeats", "1", "--precision", precision});
    EXPECT_EQ(ended.status, 0) << ended.err;
    for (const auto& rung : modern::ladder<float>()) EXPECT_NE(ended.out.find(rung.name), std::string::npos);
    EXPECT_NE(ended.out.find("that of the first rung: 0\n"), std::string::npos) << ended.out;
  }
  const Ended bad = run_program({PROGRAM, "--rows", "-5"});
  EXPECT_EQ(bad.status, 2);
  EXPECT_EQ(count_lines(bad.err), 1) << bad.err;
}

}  // namespace
