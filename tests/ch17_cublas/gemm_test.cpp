// Small integers are exact in every type that the rungs take, and so are their sums.
#include "ch17_cublas/gemm/gemm.h"

#include <fstream>
#include <iterator>
#include <string>

#include "ch17_cublas/gemm/operands.h"
#include "ch17_cublas/gemm/peak.h"
#include "common/check.h"
#include "common/owners.h"
#include "common/product.h"
#include "common/testing.h"
#include "common/values.h"

namespace {

using namespace gemm;

const CublasHandle& handle() {
  static const CublasHandle made;
  return made;
}

// The product of two matrices by rows, in a stream that does not wait for others.
std::vector<double> multiplied(const Rung& rung, const std::vector<double>& a, const std::vector<double>& b, int n) {
  const std::vector<std::uint8_t> a_elements = elements(a, rung.in);
  const Guarded<std::uint8_t> d_a(a_elements), d_b(elements(b, rung.in));
  Guarded<std::uint8_t> d_c = poisoned<std::uint8_t>(std::size_t(n) * n * size_of(rung.out));
  const Stream stream;
  check(cudaDeviceSynchronize());
  check(cublasSetStream(handle(), stream));
  rung.run(handle(), d_a.data(), d_b.data(), d_c.data(), n);
  stream.wait();
  check(cublasSetStream(handle(), nullptr));
  EXPECT_EQ(d_a.to_host(), a_elements) << "the input was changed";
  return numbers(d_c.to_host(), rung.out);
}

class Gemm : public testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    if (const std::string reason = lacking(rung().needs); !reason.empty()) GTEST_SKIP() << reason;
  }
  static const Rung& rung() { return ladder()[GetParam()]; }
};

TEST_P(Gemm, ProductsMatchReference) {
  for (const std::size_t n : all_or_few<std::size_t>({0, 1, 2, 31, 32, 33, 64, 100, 129}, {0, 1, 33, 129})) {
    const std::vector<double> a = random_integers<double>(n * n, -9, 9, test_seed());
    const std::vector<double> b = random_integers<double>(n * n, -9, 9, test_seed() + 1);
    EXPECT_EQ(multiplied(rung(), a, b, static_cast<int>(n)), product::multiply_cpu(a, b, {n, n, n})) << "n = " << n;
  }
}

TEST_P(Gemm, ErrorsStayWithinTheBound) {
  constexpr int n = 150;
  const std::vector<double> a = random_reals<double>(n * n, 0, 1, test_seed());
  const std::vector<double> b = random_reals<double>(n * n, 0, 1, test_seed() + 1);
  const double error = max_relative_error(multiplied(rung(), a, b, n), product::multiply_cpu(a, b, {n, n, n}));
  EXPECT_LE(error, error_bound(n, rung().input, rung().per_step));
  if (rung().in == CUDA_R_16BF) {
    EXPECT_GT(error, error_bound(n, u32, u32)) << "that was no BF16";
  }
}

INSTANTIATE_TEST_SUITE_P(Ladder, Gemm, testing::Range(0, static_cast<int>(std::size(ladder()))),
                         [](const auto& info) { return ladder()[info.param].name; });

TEST(GemmBound, GrowsWithTheFactorsRoundingAndTheNumberOfSums) {
  EXPECT_NEAR(error_bound(1000, 0, 0x1p-24), 1000 * 0x1p-24, 1e-8);
  EXPECT_NEAR(error_bound(1, 0x1p-8, 0), 0x1p-7, 2e-5);
  EXPECT_GT(error_bound(1000, 0, 0x1p-22), error_bound(1000, 0, 0x1p-24));
}

TEST(GemmElements, AreRoundedToTheirType) {
  const std::vector<double> third = {1.0 / 3};
  EXPECT_EQ(elements(third, CUDA_R_64F).size(), 8u);
  EXPECT_EQ(elements(third, CUDA_R_32F).size(), 4u);
  EXPECT_EQ(elements(third, CUDA_R_16BF), (std::vector<std::uint8_t>{0xAB, 0x3E}));  // 1.0101011 x 2^-2 in binary
  EXPECT_EQ(numbers(elements(third, CUDA_R_64F), CUDA_R_64F), third);
  EXPECT_EQ(numbers(elements(third, CUDA_R_32F), CUDA_R_32F)[0], static_cast<double>(1.0f / 3));
}

// The H100's data sheet, SXM: 67 and 989 TFLOP/s; the latter at 1.83 GHz.
TEST(GemmPeak, IsTheDataSheetsAtItsClock) {
  EXPECT_NEAR(2 * per_clock(90, Units::bf16) * 132 * 1.83e9 * 1e-12, 989, 1);
  EXPECT_NEAR(2 * per_clock(90, Units::tf32) * 132 * 1.83e9 * 1e-12, 494.7, 1);
  EXPECT_NEAR(2 * per_clock(90, Units::fp64) * 132 * 1.98e9 * 1e-12, 67, 0.2);
  EXPECT_EQ(per_clock(75, Units::bf16), 0);
}

TEST(GemmProgram, ShowsEveryRungAndEverySize) {
  const std::string file = temporary_file("gemm.svg");
  const Ended ended = run_program({PROGRAM, "--n", "130", "--repeats", "1", "--svg", file});
  EXPECT_EQ(ended.status, 0) << ended.err;
  for (const Rung& rung : ladder()) EXPECT_NE(ended.out.find(rung.name), std::string::npos);
  std::ifstream svg(file);
  const std::string drawing((std::istreambuf_iterator<char>(svg)), std::istreambuf_iterator<char>());
  EXPECT_NE(drawing.find("<svg"), std::string::npos);
  EXPECT_NE(drawing.find("bf16"), std::string::npos);
  for (const char* line : {"\n32 ", "\n65 ", "\n130 ", "n = 130"})
    EXPECT_NE(ended.out.find(line), std::string::npos) << ended.out;
}

TEST(GemmProgram, RefusesAbsurdSizesInOneLine) {
  const Ended ended = run_program({PROGRAM, "--n", "0"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
}

}  // namespace
