// A transpose only moves values, so the tests are exact.
#include "ch09_shared/transpose_shared/transpose_shared.h"

#include <gtest/gtest.h>

#include <numeric>

#include "common/owners.h"
#include "common/testing.h"

namespace {

struct Size {
  std::size_t rows, cols;
};

// Around the tiles (32 x 32; 128 x 64 floats; 64 x 32 doubles), with rows of whole packs and others, and long ones.
constexpr Size sizes[] = {{0, 0},     {0, 5},    {5, 0},    {0, 8},   {8, 0},   {1, 1},    {1, 33},
                          {33, 1},    {31, 32},  {32, 31},  {32, 32}, {33, 65}, {64, 128}, {128, 64},
                          {132, 68},  {124, 60}, {4, 4},    {2, 6},   {6, 2},   {127, 63}, {100, 36},
                          {257, 255}, {3, 5000}, {5000, 3}, {4, 4096}};

template <typename Real>
void expect_transposed(const transpose_shared::Rung<Real>& rung, Size size) {
  std::vector<Real> a(size.rows * size.cols);
  std::iota(a.begin(), a.end(), Real{1});
  const Guarded<Real> d_a(a);
  Guarded<Real> d_b = poisoned<Real>(a.size());

  rung.run(d_a.data(), d_b.data(), size.rows, size.cols);

  EXPECT_EQ(d_b.to_host(), transpose_shared::transpose_cpu(a, size.rows, size.cols));
  EXPECT_EQ(d_a.to_host(), a) << "the input was changed";
}

class TransposeShared : public testing::TestWithParam<std::tuple<int, Size>> {};

TEST_P(TransposeShared, MatchesReferenceInFloatAndDouble) {
  const auto [rung, size] = GetParam();
  expect_transposed(transpose_shared::ladder<float>()[rung], size);
  expect_transposed(transpose_shared::ladder<double>()[rung], size);
}

std::string name_of(const testing::TestParamInfo<std::tuple<int, Size>>& info) {
  const auto [rung, size] = info.param;
  return std::string(transpose_shared::ladder<float>()[rung].name) + "_" + std::to_string(size.rows) + "x" +
         std::to_string(size.cols);
}

const int rungs = std::size(transpose_shared::ladder<float>());
INSTANTIATE_TEST_SUITE_P(Ladder, TransposeShared, testing::Combine(testing::Range(0, rungs), testing::ValuesIn(sizes)),
                         name_of);

TEST(TransposeSharedPeers, MatchReference) {
  if (transpose_shared::peers<float>().empty()) GTEST_SKIP() << "no library here to compare with";
  for (const Size size : {Size{1, 1}, {33, 65}, {257, 255}}) {
    for (const auto& peer : transpose_shared::peers<float>()) expect_transposed(peer, size);
    for (const auto& peer : transpose_shared::peers<double>()) expect_transposed(peer, size);
  }
}

TEST(TransposeSharedCopy, CopiesAnyNumberOfElements) {
  for (const std::size_t n : {0, 1, 3, 4, 5, 1023, 1024, 1027}) {
    std::vector<float> in(n);
    std::iota(in.begin(), in.end(), 1.0f);
    const Guarded<float> d_in(in);
    Guarded<float> d_out = poisoned<float>(n);

    transpose_shared::copy_wide(d_in.data(), d_out.data(), n);

    EXPECT_EQ(d_out.to_host(), in);
  }
}

TEST(TransposeSharedProgram, ShowsEveryRung) {
  const Ended ended = run_program({PROGRAM, "--rows", "70", "--cols", "41", "--repeats", "1"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  for (const auto& rung : transpose_shared::ladder<float>()) EXPECT_NE(ended.out.find(rung.name), std::string::npos);
}

TEST(TransposeSharedProgram, AnswersBadInputWithOneLine) {
  for (const char* rows : {"-1", "1.5", "1e15"}) {
    const Ended ended = run_program({PROGRAM, "--rows", rows, "--cols", "1e9"});
    EXPECT_EQ(ended.status, 2);
    EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
  }
}

}  // namespace
