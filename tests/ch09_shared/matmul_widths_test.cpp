#include "ch09_shared/matmul_widths/matmul_widths.h"

#include "tests/ch09_shared/matmul_cases.h"

namespace {

using product::Shape;

class MatmulWidths : public testing::TestWithParam<Shape> {};

TEST_P(MatmulWidths, ProductsMatchReferenceInFloatAndDouble) {
  product::expect_products_match_reference<float>(matmul_widths::ladder<float>(), GetParam());
  product::expect_products_match_reference<double>(matmul_widths::ladder<double>(), GetParam());
}

INSTANTIATE_TEST_SUITE_P(Shapes, MatmulWidths, testing::ValuesIn(product::awkward_shapes()),
                         [](const auto& info) { return product::name_of(info.param); });

TEST(MatmulWidths, NaNStaysInItsRow) {
  product::expect_nan_stays_in_its_row(matmul_widths::ladder<float>(), {33, 35, 34});
}

// By hand: 2 x 8 x 8 floats of 4 bytes are 512 bytes, for 8 x 8 x 8 multiply-adds, which are 1024 operations.
TEST(MatmulWidthsRatio, IsOperationsPerByte) {
  EXPECT_EQ(matmul_widths::flops_per_byte<float>(8), 2);
  EXPECT_EQ(matmul_widths::flops_per_byte<float>(32), 8);
  EXPECT_EQ(matmul_widths::flops_per_byte<double>(16), 2);
}

TEST(MatmulWidthsProgram, ShowsEveryWidthForEverySize) {
  const Ended ended = run_program({PROGRAM, "--n", "300", "--repeats", "1"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  for (const auto& rung : matmul_widths::ladder<float>()) EXPECT_NE(ended.out.find(rung.name), std::string::npos);
  EXPECT_NE(ended.out.find("256 x 256 x 256, float"), std::string::npos) << ended.out;
  EXPECT_EQ(ended.out.find("512 x 512 x 512"), std::string::npos) << ended.out;
}

TEST(MatmulWidthsProgram, BadInputIsAUsageError) {
  for (const char* n : {"-1", "0", "1e14"}) {
    const Ended ended = run_program({PROGRAM, "--n", n});
    EXPECT_EQ(ended.status, 2);
    EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
  }
}

}  // namespace
