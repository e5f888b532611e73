// Small whole numbers are exact in BF16, so with ReLU every rung gives the same result, compared exactly. GELU has a
// bound.
#include "ch17_cublas/gemm_fused/gemm_fused.h"

#include <cmath>
#include <cstring>

#include "ch17_cublas/gemm_fused/elements.h"
#include "common/owners.h"
#include "common/testing.h"
#include "common/values.h"

namespace {

using namespace gemm_fused;

std::vector<Element> whole_numbers(std::size_t n, int most, unsigned seed) {
  std::vector<Element> elements;
  for (const float value : random_integers<float>(n, -most, most, seed)) elements.push_back(__float2bfloat16(value));
  return elements;
}

// The layer in a stream that does not wait for others.
std::vector<Element> layer(const Rung& rung, const std::vector<Element>& x, const std::vector<Element>& w,
                           const std::vector<Element>& bias, Shape shape, Activation activation) {
  const Guarded<Element> d_x(x), d_w(w), d_bias(bias);
  Guarded<Element> d_y = poisoned<Element>(shape.rows * shape.cols);
  const Plans plans(shape, activation, d_bias.data());
  const Stream stream;
  check(cudaDeviceSynchronize());
  rung.run(plans, d_x.data(), d_w.data(), d_bias.data(), d_y.data(), stream);
  stream.wait();
  EXPECT_EQ(wide(d_x.to_host()), wide(x)) << "the input was changed";
  EXPECT_EQ(wide(d_w.to_host()), wide(w)) << "the input was changed";
  return d_y.to_host();
}

class GemmFused : public testing::TestWithParam<std::tuple<int, Shape>> {
 protected:
  void SetUp() override {
    if (const std::string reason = lacking(needs); !reason.empty()) GTEST_SKIP() << reason;
  }
  static const Rung& rung() { return ladder()[std::get<0>(GetParam())]; }
  static Shape shape() { return std::get<1>(GetParam()); }
};

// Factors of -1, 0 and 1 and short sums: every sum, bias included, is among the whole numbers up to 256, which BF16
// represents exactly.
TEST_P(GemmFused, WholeNumbersMatchReferenceExactly) {
  const std::vector<Element> x = whole_numbers(shape().rows * shape().inner, 1, test_seed());
  const std::vector<Element> w = whole_numbers(shape().inner * shape().cols, 1, test_seed() + 1);
  const std::vector<Element> bias = whole_numbers(shape().cols, 9, test_seed() + 2);
  const Reference expected = layer_cpu(wide(x), wide(w), wide(bias), shape(), Activation::relu);
  EXPECT_EQ(wide(layer(rung(), x, w, bias, shape(), Activation::relu)), expected.y);
}

TEST_P(GemmFused, ErrorsStayWithinTheBound) {
  const std::vector<Element> x = random_elements(shape().rows * shape().inner, test_seed());
  const std::vector<Element> w = random_elements(shape().inner * shape().cols, test_seed() + 1);
  const std::vector<Element> bias = random_elements(shape().cols, test_seed() + 2);
  for (const Activation activation : {Activation::relu, Activation::gelu}) {
    const Reference expected = layer_cpu(wide(x), wide(w), wide(bias), shape(), activation);
    EXPECT_LE(error_of(layer(rung(), x, w, bias, shape(), activation), expected),
              error_bound(rung(), shape(), activation));
  }
}

INSTANTIATE_TEST_SUITE_P(Ladder, GemmFused,
                         testing::Combine(testing::Range(0, static_cast<int>(std::size(ladder()))),
                                          testing::Values(Shape{8, 8, 8}, Shape{16, 64, 40}, Shape{33, 17, 9},
                                                          Shape{1, 32, 256}, Shape{136, 72, 64})),
                         [](const auto& info) {
                           const Shape shape = std::get<1>(info.param);
                           return std::string(ladder()[std::get<0>(info.param)].name) + "_" +
                                  std::to_string(shape.rows) + "x" + std::to_string(shape.inner) + "x" +
                                  std::to_string(shape.cols);
                         });

TEST(GemmFusedActivation, IsZeroBelowZeroOrNearIt) {
  EXPECT_EQ(activated(-3.0, Activation::relu), 0);
  EXPECT_EQ(activated(3.0, Activation::relu), 3);
  EXPECT_NEAR(activated(1.0, Activation::gelu), 0.8412, 1e-4);
  EXPECT_NEAR(activated(-1.0, Activation::gelu), -0.1588, 1e-4);
}

TEST(GemmFusedErrors, NoticeNaNAndMissingElements) {
  const Reference reference = {{1, 2}, {4, 4}};
  const auto element = [](float value) { return __float2bfloat16(value); };
  EXPECT_EQ(error_of({element(1), element(4)}, reference), 0.5);
  EXPECT_TRUE(std::isnan(error_of({element(1), element(std::nanf(""))}, reference)));
  EXPECT_TRUE(std::isinf(error_of({element(1)}, reference)));
}

TEST(GemmFusedProgram, ShowsEveryRung) {
  for (const char* activation : {"relu", "gelu"}) {
    const Ended ended = run_program(
        {PROGRAM, "--rows", "40", "--inner", "24", "--cols", "16", "--repeats", "1", "--activation", activation});
    if (ended.status == 77) GTEST_SKIP() << ended.err;
    EXPECT_EQ(ended.status, 0) << ended.err;
    for (const Rung& rung : ladder()) EXPECT_NE(ended.out.find(rung.name), std::string::npos);
  }
}

TEST(GemmFusedProgram, RefusesAnUnknownActivationInOneLine) {
  const Ended ended = run_program({PROGRAM, "--activation", "tanh"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
}

}  // namespace
