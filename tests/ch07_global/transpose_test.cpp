// Values are moved, not computed: exact.
#include "ch07_global/transpose/transpose.h"

#include "common/testing.h"
#include "common/values.h"

namespace {

using Shape = std::pair<std::size_t, std::size_t>;

template <typename Real>
void expect_transposed(const transpose::Rung<Real>& rung, std::size_t rows, std::size_t cols) {
  const std::vector<Real> a = random_reals<Real>(rows * cols, -1, 1, test_seed());
  const Guarded<Real> d_a(a);
  Guarded<Real> d_b = poisoned<Real>(a.size());

  rung.run(d_a.data(), d_b.data(), rows, cols);

  EXPECT_EQ(d_b.to_host(), rung.transposes ? transpose::transpose_cpu(a, rows, cols) : a);
  EXPECT_EQ(d_a.to_host(), a) << "the input was changed";
}

class Transpose : public testing::TestWithParam<std::tuple<int, Shape>> {};

TEST_P(Transpose, MatchesReferenceInFloatAndDouble) {
  const auto [rung, shape] = GetParam();
  expect_transposed(transpose::ladder<float>()[rung], shape.first, shape.second);
  expect_transposed(transpose::ladder<double>()[rung], shape.first, shape.second);
}

// Squares, narrow matrices, sides that are not a multiple of the block's, more than 65535 blocks along y.
std::vector<Shape> shapes() {
  return all_or_few<Shape>({{0, 0},
                            {0, 5},
                            {7, 0},
                            {1, 1},
                            {1, 257},
                            {257, 1},
                            {31, 33},
                            {32, 32},
                            {33, 31},
                            {64, 96},
                            {255, 257},
                            {1000, 129},
                            {2100000, 1},
                            {1, 2100000}},
                           {{0, 5}, {1, 257}, {31, 33}, {64, 96}, {255, 129}});
}

std::string name_of(const testing::TestParamInfo<std::tuple<int, Shape>>& info) {
  const auto [rung, shape] = info.param;
  return std::string(transpose::ladder<float>()[rung].name) + "_" + std::to_string(shape.first) + "_by_" +
         std::to_string(shape.second);
}

INSTANTIATE_TEST_SUITE_P(Ladder, Transpose,
                         testing::Combine(testing::Range(0, int(std::size(transpose::ladder<float>()))),
                                          testing::ValuesIn(shapes())),
                         name_of);

TEST(TransposePeers, MatchReference) {
  if (transpose::peers<float>().empty()) GTEST_SKIP() << "no library here to compare with";
  for (const auto& [rows, cols] : {Shape{1, 1}, {33, 31}, {1000, 129}}) {
    for (const auto& peer : transpose::peers<float>()) expect_transposed(peer, rows, cols);
    for (const auto& peer : transpose::peers<double>()) expect_transposed(peer, rows, cols);
  }
}

TEST(TransposeProgram, ChecksItsResultsAndItsOptions) {
  const Ended good = run_program({PROGRAM, "--rows", "33", "--cols", "65", "--repeats", "1"});
  EXPECT_EQ(good.status, 0) << good.err;
  EXPECT_NE(good.out.find("write_coalesced_ldg"), std::string::npos);
  for (const char* rows : {"-5", "1e99", "2.5", "many"}) {
    const Ended bad = run_program({PROGRAM, "--rows", rows});
    EXPECT_EQ(bad.status, 2) << rows;
    EXPECT_EQ(count_lines(bad.err), 1) << bad.err;
  }
}

}  // namespace
