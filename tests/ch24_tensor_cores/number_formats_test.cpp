#include "ch24_tensor_cores/number_formats/number_formats.h"

#include <cmath>
#include <limits>

#include "common/owners.h"
#include "common/testing.h"
#include "common/values.h"

namespace {

using namespace number_formats;

// A product in a stream that does not wait for others.
std::vector<double> product_of(const Rung& rung, const Elements& a, const Elements& b, Shape shape) {
  const Guarded<unsigned> d_a(a.words), d_b(b.words);
  Guarded<double> d_c = poisoned<double>(std::size_t(shape.rows) * shape.cols);
  const Stream stream;
  check(cudaDeviceSynchronize());
  rung.run(d_a.data(), d_b.data(), d_c.data(), shape, pitch_of(rung, shape.inner), stream);
  stream.wait();
  EXPECT_EQ(d_a.to_host(), a.words) << "the input was changed";
  EXPECT_EQ(d_b.to_host(), b.words) << "the input was changed";
  return d_c.to_host();
}

class NumberFormats : public testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    if (const std::string reason = lacking(rung().needs); !reason.empty()) GTEST_SKIP() << reason;
  }
  static const Rung& rung() { return ladder()[GetParam()]; }
};

// Small multiples of the unit: all sums are exact in float.
TEST_P(NumberFormats, SmallWholeNumbersAreExact) {
  for (const Shape shape : all_or_few<Shape>(
           {{0, 5, 8}, {16, 0, 8}, {1, 1, 1}, {16, 32, 8}, {17, 31, 9}, {65, 70, 20}, {64, 129, 8}, {3, 300, 7}},
           {{17, 31, 9}, {65, 70, 20}})) {
    std::vector<float> a = random_integers<float>(std::size_t(shape.rows) * shape.inner, -3, 3, test_seed());
    std::vector<float> b = random_integers<float>(std::size_t(shape.cols) * shape.inner, -3, 3, test_seed() + 1);
    for (auto* numbers : {&a, &b})
      for (float& x : *numbers) x *= static_cast<float>(rung().unit);
    const Elements a_elements = elements_of(rung(), a, shape.rows, shape.inner);
    const Elements b_elements = elements_of(rung(), b, shape.cols, shape.inner);
    EXPECT_EQ(product_of(rung(), a_elements, b_elements, shape),
              multiply_cpu(a_elements.values, b_elements.values, shape));
  }
}

// A product with the identity: the device takes an element for the value that the host takes it for.
TEST_P(NumberFormats, ElementsStandForTheirValues) {
  constexpr Shape shape = {64, 32, 32};
  const std::vector<float> a = random_reals<float>(64 * 32, -4, 4, test_seed());
  std::vector<float> b(32 * 32);
  for (int i = 0; i < 32; ++i) b[i * 33] = static_cast<float>(rung().unit);
  const Elements a_elements = elements_of(rung(), a, 64, 32), b_elements = elements_of(rung(), b, 32, 32);
  EXPECT_EQ(product_of(rung(), a_elements, b_elements, shape), a_elements.values);
}

// Adding loses as much as the model of the adder says, within 15 %, here and on a GPU.
TEST_P(NumberFormats, AddingLosesWhatTheModelSays) {
  for (const int inner : all_or_few<int>({512, 8192}, {512})) {
    for (const float low : {-1.0f, 0.0f}) {
      const Shape shape = {16, inner, 8};
      const Elements a = elements_of(rung(), random_reals<float>(16 * inner, low, 1, test_seed()), 16, inner);
      const Elements b = elements_of(rung(), random_reals<float>(8 * inner, low, 1, test_seed() + 1), 8, inner);
      const std::vector<double> exact = multiply_cpu(a.values, b.values, shape);
      const double expected = norm_error(modelled(rung().adder, a.values, b.values, shape), exact);
      const double lost = norm_error(product_of(rung(), a, b, shape), exact);
      EXPECT_NEAR(lost, expected, 0.15 * expected + 1e-9) << inner << " from " << low;
    }
  }
}

TEST_P(NumberFormats, NaNReachesItsRowOnly) {
  if (rung().unit != 1) GTEST_SKIP() << "whole numbers have no NaN";
  constexpr Shape shape = {17, 40, 9};
  std::vector<float> a(17 * 40, 1.0f);
  a[16 * 40 + 39] = std::numeric_limits<float>::quiet_NaN();
  const Elements a_elements = elements_of(rung(), a, 17, 40);
  const Elements b_elements = elements_of(rung(), std::vector<float>(9 * 40, 1.0f), 9, 40);
  const std::vector<double> c = product_of(rung(), a_elements, b_elements, shape);
  for (int i = 0; i < 17 * 9; ++i) {
    if (i / 9 == 16) {
      EXPECT_TRUE(std::isnan(c[i])) << i;
    } else {
      EXPECT_EQ(c[i], 40) << i;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Ladder, NumberFormats, testing::Range(0, static_cast<int>(ladder().size())),
                         [](const auto& info) { return std::string(ladder()[info.param].name); });

TEST(NumberFormatsValues, AreRoundedToTheNearest) {
  const auto nearest = [](const char* name, float x) {
    for (const Rung& rung : ladder())
      if (std::string(name) == rung.name) return rung.value(rung.bits(x));
    return std::nan("");
  };
  EXPECT_EQ(nearest("half", 1 + 0x1.8p-11f), 1 + 0x1p-10);
  EXPECT_EQ(nearest("bf16", 1 + 0x1p-8f), 1);  // halfway: to the even one
  EXPECT_EQ(nearest("tf32", 1 + 0x1p-11f), 1);
  EXPECT_EQ(nearest("tf32", 1 + 0x1.8p-11f), 1 + 0x1p-10);
  EXPECT_EQ(nearest("tf32", -1 - 0x1.8p-10f), -1 - 0x1p-9);
  EXPECT_EQ(nearest("e4m3", 17), 16);
  EXPECT_EQ(nearest("e4m3", 1e6f), 448);
  EXPECT_EQ(nearest("e5m2", 9), 8);
  EXPECT_EQ(nearest("int8", 9), 127);
  EXPECT_EQ(nearest("int8", -1), -32);
}

TEST(NumberFormatsModel, CutsBelowTheLargestTerm) {
  const Adder adder = {16, 25};
  EXPECT_EQ(modelled(adder, {1, 0x1p-26}, {1, 1}, {1, 2, 1}), std::vector<double>{1});
  EXPECT_EQ(modelled(adder, {1, 0x1p-23}, {1, 1}, {1, 2, 1}), std::vector<double>{1 + 0x1p-23});
  EXPECT_EQ(modelled({16, 13}, {1, 0x1p-14}, {1, 1}, {1, 2, 1}), std::vector<double>{1});
  EXPECT_EQ(modelled({16, 25, 1}, {0x1p24, 1, 1, 1}, {1, 1, 1, 1}, {1, 4, 1}), std::vector<double>{0x1p24});
  EXPECT_EQ(modelled({16, 25, 4}, {0x1p24, 1, 1, 1}, {1, 1, 1, 1}, {1, 4, 1}), std::vector<double>{0x1p24 + 2});
  EXPECT_EQ(modelled(adder, {}, {}, {1, 0, 1}), std::vector<double>{0});
}

TEST(NumberFormatsProgram, ShowsEveryFormat) {
  const Ended ended = run_program({PROGRAM, "--short", "40", "--long", "100"});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  for (const Rung& rung : ladder()) EXPECT_NE(ended.out.find(rung.name), std::string::npos);
}

}  // namespace
