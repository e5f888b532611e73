// Small integers: squares, products and their sums are exact in any order.
#include "ch16_thrust_cub/transform_reduce/transform_reduce.h"

#include <cmath>

#include "common/owners.h"
#include "common/testing.h"
#include "common/values.h"

namespace {

using namespace transform_reduce;

// The answers by a rung in a stream that does not wait for others.
template <typename Real>
Answers answered(const Rung<Real>& rung, const std::vector<Real>& x, const std::vector<Real>& y, Real limit) {
  const Guarded<Real> d_x(x), d_y(y);
  Guarded<Answers> d_answers = poisoned<Answers>(1);
  Scratch<Real> scratch(x.size());
  scratch.temporary.fill_bytes(poison);
  const Stream stream;
  check(cudaDeviceSynchronize());
  rung.run(d_x.data(), d_y.data(), d_answers.data(), x.size(), limit, scratch, stream);
  stream.wait();
  EXPECT_EQ(d_x.to_host(), x) << "the input was changed";
  EXPECT_EQ(d_y.to_host(), y) << "the input was changed";
  return d_answers.to_host()[0];
}

// thrust::max_element brings a pair of a value and a place to the host. With a float, four bytes of the pair are
// padding, which are never written: initcheck reports that they are read.
template <typename Real>
bool padding_is_read(const Rung<Real>& rung) {
  return sizeof(Real) == 4 && sanitized_by("initcheck") &&
         (std::string(rung.name) == "temporaries" || std::string(rung.name) == "four_calls");
}

template <typename Real>
void expect_exact_answers(const Rung<Real>& rung, const std::vector<Real>& x, const std::vector<Real>& y) {
  if (padding_is_read(rung)) return;
  const Answers expected = answers_cpu(x.data(), y.data(), 0, x.size(), Real{3});
  const Answers found = answered(rung, x, y, Real{3});
  EXPECT_EQ(found.squares, expected.squares);
  EXPECT_EQ(found.dot, expected.dot);
  EXPECT_EQ(found.above, expected.above);
  EXPECT_EQ(found.place, expected.place);
}

class TransformReduce : public testing::TestWithParam<std::tuple<int, std::size_t>> {};

// Values from -9 to 9: the largest magnitude is at many places, and the first one counts.
TEST_P(TransformReduce, AnswersMatchReference) {
  const auto [rung, n] = GetParam();
  if (const std::string reason = too_many_here(n, 100'000); !reason.empty()) GTEST_SKIP() << reason;
  expect_exact_answers(ladder<float>()[rung], random_integers<float>(n, -9, 9, test_seed()),
                       random_integers<float>(n, -9, 9, test_seed() + 1));
  expect_exact_answers(ladder<double>()[rung], random_integers<double>(n, -9, 9, test_seed()),
                       random_integers<double>(n, -9, 9, test_seed() + 1));
}

INSTANTIATE_TEST_SUITE_P(Ladder, TransformReduce, every_rung_and_size(ladder<float>()),
                         name_rung_and_size(ladder<float>()));

class TransformReduceRung : public testing::TestWithParam<int> {};

TEST_P(TransformReduceRung, FindsAMaximumWhereverItStands) {
  for (const std::size_t place : all_or_few<std::size_t>({0, 1, 31, 32, 255, 256, 4095, 4999}, {0, 256, 4999})) {
    std::vector<float> x(5000, 1.0f);
    x[place] = -2;
    expect_exact_answers(ladder<float>()[GetParam()], x, x);
  }
}

TEST_P(TransformReduceRung, ErrorsStayWithinTheBound) {
  const std::vector<float> x = random_reals<float>(50'000, -1, 1, test_seed());
  const std::vector<float> y = random_reals<float>(50'000, -1, 1, test_seed() + 1);
  const auto& rung = ladder<float>()[GetParam()];
  if (padding_is_read(rung)) GTEST_SKIP() << "Thrust reads padding";
  const Answers expected = answers_cpu(x.data(), y.data(), 0, x.size(), 0.5f);
  EXPECT_LE(error_of(answered(rung, x, y, 0.5f), expected, sum_of_magnitudes(x, y)), error_bound(rung, x.size()));
}

INSTANTIATE_TEST_SUITE_P(Ladder, TransformReduceRung, testing::Range(0, static_cast<int>(std::size(ladder<float>()))),
                         [](const auto& info) { return ladder<float>()[info.param].name; });

TEST(TransformReduceErrors, AreInfiniteForAWrongCountOrPlace) {
  const Answers right = {4, 2, 3, 7, 1};
  EXPECT_EQ(error_of(right, right, 2), 0);
  EXPECT_EQ(error_of({4, 3, 3, 7, 1}, right, 2), 0.5);
  EXPECT_TRUE(std::isinf(error_of({4, 2, 4, 7, 1}, right, 2)));
  EXPECT_TRUE(std::isinf(error_of({4, 2, 3, 8, 1}, right, 2)));
  EXPECT_TRUE(std::isnan(error_of({4, std::nan(""), 3, 7, 1}, right, 2)));
}

TEST(TransformReduceProgram, ShowsEveryRung) {
  for (const char* precision : {"single", "double"}) {
    const Ended ended = run_program({PROGRAM, "--n", "3000", "--repeats", "1", "--precision", precision});
    EXPECT_EQ(ended.status, 0) << ended.err;
    for (const auto& rung : ladder<float>()) EXPECT_NE(ended.out.find(rung.name), std::string::npos);
    EXPECT_NE(ended.out.find("temporaries 13; four_calls 5; one_pass 2;"), std::string::npos) << ended.out;
  }
}

}  // namespace
