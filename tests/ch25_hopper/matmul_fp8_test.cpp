#include "ch25_hopper/matmul_fp8/matmul_fp8.h"

#include "common/tensor_product_testing.h"

namespace {

using namespace matmul_fp8;

std::vector<double> product_of(const Rung& rung, const std::vector<e4m3>& a, const std::vector<e4m3>& b, Shape shape) {
  const Guarded<e4m3> d_a(a), d_b(b);
  Guarded<bf16> d_c = poisoned<bf16>(shape.rows * shape.cols);
  const Stream stream;
  check(cudaDeviceSynchronize());
  rung.run(d_a.data(), d_b.data(), d_c.data(), shape, stream);
  stream.wait();
  for (const auto& [device, host] : {std::pair(&d_a, &a), std::pair(&d_b, &b)}) {
    const std::vector<e4m3> after = device->to_host();
    EXPECT_TRUE(after.empty() || std::memcmp(after.data(), host->data(), after.size()) == 0) << "the input was changed";
  }
  return tensor_product::wide(d_c.to_host());
}

class MatmulFp8 : public testing::TestWithParam<Shape> {};

// Factors of -1, 0 and 1 have sums that BF16, and 13 bits, represent exactly. Random ones stay within their bound.
TEST_P(MatmulFp8, ProductsMatchReference) {
  if (sanitized_by("initcheck"))
    GTEST_SKIP()
        << "initcheck does not see what the copy engine stores, and takes it for uninitialised when it is copied";
  const Shape shape = GetParam();
  for (const bool exact : {true, false}) {
    const auto elements = [&](std::size_t n, unsigned seed) {
      if (!exact) return random_elements(n, seed);
      const std::vector<float> x = random_integers<float>(n, -1, 1, seed);
      return std::vector<e4m3>(x.begin(), x.end());
    };
    const std::vector<e4m3> a = elements(shape.rows * shape.inner, test_seed());
    const std::vector<e4m3> b = elements(shape.cols * shape.inner, test_seed() + 1);
    const tensor_product::Reference reference = multiply_cpu(a, b, shape);
    for (const Rung& rung : ladder()) {
      if (!lacking(rung.needs).empty()) continue;  // the program says that it skips it
      SCOPED_TRACE(rung.name);
      const std::vector<double> c = product_of(rung, a, b, shape);
      if (exact) {
        EXPECT_EQ(c, reference.c);
      } else {
        EXPECT_LE(worst_share(c, reference, rung.adding_bound(shape.inner)), 1);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, MatmulFp8,
                         testing::ValuesIn(std::vector<Shape>{{0, 16, 16},
                                                              {16, 0, 24},
                                                              {1, 1, 1},
                                                              {17, 15, 33},
                                                              {64, 128, 64},
                                                              {129, 31, 127},
                                                              {136, 144, 264},
                                                              {7, 300, 130}}),
                         [](const auto& info) { return tensor_product::name_of(info.param); });

// More turns than the ring has stages.
TEST(MatmulFp8, StagesAreFilledAgain) {
  const Shape shape = {8, 656, 8};
  const std::vector<e4m3> a = random_elements(shape.rows * shape.inner, test_seed());
  const std::vector<e4m3> b = random_elements(shape.cols * shape.inner, test_seed() + 1);
  const tensor_product::Reference reference = multiply_cpu(a, b, shape);
  for (const Rung& rung : ladder()) {
    if (!lacking(rung.needs).empty()) continue;  // the program says that it skips it
    SCOPED_TRACE(rung.name);
    EXPECT_LE(worst_share(product_of(rung, a, b, shape), reference, rung.adding_bound(shape.inner)), 1);
  }
}

// More tiles than SMs, more turns than the ring has stages. The program checks the results.
TEST(MatmulFp8Program, BlocksTakeSeveralTiles) {
  const Ended ended =
      run_program({PROGRAM, "--n", "520", "--inner", "656", "--cols", "520"}, {"CUDA_EMULATOR_MULTIPROCESSORS=4"});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
}

TEST(MatmulFp8, NaNStaysInItsRow) {
  if (sanitized_by("initcheck"))
    GTEST_SKIP()
        << "initcheck does not see what the copy engine stores, and takes it for uninitialised when it is copied";
  const Shape shape = {33, 40, 34};
  std::vector<e4m3> a(shape.rows * shape.inner, e4m3(1.0f));
  const std::vector<e4m3> b(shape.cols * shape.inner, e4m3(1.0f));
  a.back() = e4m3(std::numeric_limits<float>::quiet_NaN());
  for (const Rung& rung : ladder()) {
    if (!lacking(rung.needs).empty()) continue;  // the program says that it skips it
    SCOPED_TRACE(rung.name);
    const std::vector<double> c = product_of(rung, a, b, shape);
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < c.size(); ++i)
      wrong += i / shape.cols == shape.rows - 1 ? c[i] == c[i] : c[i] != static_cast<double>(shape.inner);
    EXPECT_EQ(wrong, 0u);
  }
}

TEST(MatmulFp8Program, Answers) {
  const Ended right = run_program({PROGRAM, "--n", "72", "--inner", "40", "--cols", "56", "--repeats", "1"});
  EXPECT_EQ(right.status, 0) << right.err;
  for (const Rung& rung : ladder()) EXPECT_NE(right.out.find(rung.name), std::string::npos);
  for (const char* n : {"-1", "a", "1e14"}) EXPECT_EQ(run_program({PROGRAM, "--n", n}).status, 2);
}

}  // namespace
