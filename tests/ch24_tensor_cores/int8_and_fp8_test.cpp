#include "ch24_tensor_cores/int8_and_fp8/int8_and_fp8.h"

#include <cmath>
#include <cstring>
#include <limits>

#include "common/owners.h"
#include "common/testing.h"
#include "common/values.h"

namespace {

using namespace int8_and_fp8;

std::vector<float> product_of(const Rung& rung, const Quantised& a, const Quantised& b, Shape shape) {
  const Guarded<std::uint8_t> d_a(a.bytes), d_b(b.bytes);
  const Guarded<float> a_scales(a.scales), b_scales(b.scales);
  Guarded<float> d_c = poisoned<float>(shape.rows * shape.cols);
  const Stream stream;
  check(cudaDeviceSynchronize());
  rung.run({d_a.data(), a_scales.data()}, {d_b.data(), b_scales.data()}, d_c.data(), shape, stream);
  stream.wait();
  EXPECT_EQ(d_a.to_host(), a.bytes) << "the input was changed";
  EXPECT_EQ(d_b.to_host(), b.bytes) << "the input was changed";
  return d_c.to_host();
}

class Int8AndFp8 : public testing::TestWithParam<std::tuple<int, Shape>> {
 protected:
  void SetUp() override {
    if (const std::string reason = lacking(rung().needs); !reason.empty()) GTEST_SKIP() << reason;
  }
  static const Rung& rung() { return ladder()[std::get<0>(GetParam())]; }
  static Shape shape() { return std::get<1>(GetParam()); }
};

// Each element of the result differs from the product of the elements' values, with their scales, by what its bound
// allows: far less than any element of a or b contributes.
TEST_P(Int8AndFp8, ProductsMatchReference) {
  std::vector<float> x = random_reals<float>(shape().rows * shape().inner, -1, 1, test_seed());
  const std::vector<float> y = random_reals<float>(shape().cols * shape().inner, -1, 1, test_seed() + 1);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] *= static_cast<float>(1 + i / shape().inner % 7);
  const Quantised a = rung().quantise(x, shape().rows, shape().inner),
                  b = rung().quantise(y, shape().cols, shape().inner);
  const std::vector<double> expected = scaled_product(a, b, shape());
  Quantised a_sizes = a, b_sizes = b;
  for (auto* q : {&a_sizes, &b_sizes})
    for (double& value : q->values) value = std::abs(value);
  const std::vector<double> magnitudes = scaled_product(a_sizes, b_sizes, shape());
  const std::vector<float> c = product_of(rung(), a, b, shape());
  ASSERT_EQ(c.size(), expected.size());
  for (std::size_t i = 0; i < c.size(); ++i)
    ASSERT_TRUE(within(c[i], expected[i], error_bound(shape().inner) * magnitudes[i]))
        << i << ": " << c[i] << ", " << expected[i];
}

INSTANTIATE_TEST_SUITE_P(
    Ladder, Int8AndFp8,
    testing::Combine(testing::Range(0, static_cast<int>(ladder().size())),
                     testing::ValuesIn(all_or_few<Shape>({{0, 5, 4},
                                                          {5, 0, 4},
                                                          {5, 4, 0},
                                                          {1, 1, 1},
                                                          {16, 32, 8},
                                                          {17, 31, 9},
                                                          {64, 128, 64},
                                                          {129, 130, 65},
                                                          {128, 256, 256},
                                                          {130, 16, 257},
                                                          {3, 700, 5}},
                                                         {{5, 0, 4}, {17, 31, 9}, {129, 130, 65}}))),
    [](const auto& info) {
      const Shape shape = std::get<1>(info.param);
      return std::string(ladder()[std::get<0>(info.param)].name) + "_" + std::to_string(shape.rows) + "x" +
             std::to_string(shape.inner) + "x" + std::to_string(shape.cols);
    });

// NaN in a scale of a reaches its row, all of it, and no other.
TEST(Int8AndFp8Scales, NaNStaysInItsRow) {
  for (const Rung& rung : ladder()) {
    if (!lacking(rung.needs).empty()) continue;  // the program says that it skips it
    const Shape shape = {33, 40, 34};
    Quantised a = rung.quantise(std::vector<float>(33 * 40, 1.0f), 33, 40);
    const Quantised b = rung.quantise(std::vector<float>(34 * 40, 1.0f), 34, 40);
    a.scales[32] = std::numeric_limits<float>::quiet_NaN();
    const std::vector<float> c = product_of(rung, a, b, shape);
    for (std::size_t i = 0; i < c.size(); ++i) EXPECT_EQ(std::isnan(c[i]), i / 34 == 32) << rung.name << i;
  }
}

// The largest number of a line becomes the largest element, and no element is off by more than half a unit there.
TEST(Int8AndFp8Scales, AreThoseOfTheLargestNumbers) {
  const std::vector<float> x = {1, -4, 0.5f, 100, 50, -25, 0, 0, 0};
  const Quantised one = ladder()[0].quantise(x, 3, 3), own = ladder()[1].quantise(x, 3, 3);
  EXPECT_EQ(one.values, (std::vector<double>{1, -5, 1, 127, 64, -32, 0, 0, 0}));
  EXPECT_EQ(own.values, (std::vector<double>{32, -127, 16, 127, 64, -32, 0, 0, 0}));
  EXPECT_EQ(own.scales[2], 1);
  EXPECT_EQ(own.bytes.size(), 3u * 16);
  EXPECT_EQ(own.bytes[16], 127);
  EXPECT_EQ(own.bytes[19], 0);
  const Quantised e4m3 = ladder()[2].quantise(x, 3, 3);
  EXPECT_EQ(e4m3.values, (std::vector<double>{112, -448, 56, 448, 224, -112, 0, 0, 0}));
}

TEST(Int8AndFp8Peers, MatchReference) {
  if (peers().empty()) GTEST_SKIP() << "no library here to compare with";
  for (const Shape shape : {Shape{16, 32, 8}, Shape{32, 48, 20}}) {
    const std::vector<float> x = random_reals<float>(shape.rows * shape.inner, -1, 1, test_seed());
    const std::vector<float> y = random_reals<float>(shape.cols * shape.inner, -1, 1, test_seed() + 1);
    const Quantised a = ladder()[0].quantise(x, shape.rows, shape.inner),
                    b = ladder()[0].quantise(y, shape.cols, shape.inner);
    const Guarded<std::uint8_t> d_a(a.bytes), d_b(b.bytes);
    Guarded<int> d_c = poisoned<int>(shape.rows * shape.cols);
    peers()[0].run(d_a.data(), d_b.data(), d_c.data(), shape, nullptr);
    check(cudaDeviceSynchronize());
    const std::vector<int> c = d_c.to_host();
    EXPECT_EQ(std::vector<double>(c.begin(), c.end()), multiply_lines(a.values, b.values, shape));
  }
}

TEST(Int8AndFp8Program, Answers) {
  const Ended right = run_program({PROGRAM, "--n", "48", "--inner", "80", "--cols", "64", "--repeats", "1", "--peers"});
  EXPECT_EQ(right.status, 0) << right.out << right.err;
  for (const Rung& rung : ladder()) EXPECT_NE(right.out.find(rung.name), std::string::npos);
  const Ended wrong = run_program({PROGRAM, "--n", "-1"});
  EXPECT_EQ(wrong.status, 2);
  EXPECT_EQ(count_lines(wrong.err), 1) << wrong.err;
}

}  // namespace
