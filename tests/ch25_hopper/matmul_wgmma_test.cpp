#include "ch25_hopper/matmul_wgmma/matmul_wgmma.h"

#include "common/tensor_product_testing.h"

namespace {

using tensor_product::Shape;

class MatmulWgmma : public testing::TestWithParam<Shape> {};

TEST_P(MatmulWgmma, ProductsMatchReference) {
  tensor_product::expect_products_match_reference(matmul_wgmma::ladder(), GetParam());
}

INSTANTIATE_TEST_SUITE_P(Shapes, MatmulWgmma, testing::ValuesIn(tensor_product::awkward_shapes()),
                         [](const auto& info) { return tensor_product::name_of(info.param); });

// More turns than the ring has stages, tiles in a second group of rows.
TEST(MatmulWgmma, RingGoesRound) {
  if (watched()) GTEST_SKIP() << "too long under a tool";
  tensor_product::expect_products_match_reference(matmul_wgmma::ladder(), {130, 64 * 8 + 8, 136});
  tensor_product::expect_products_match_reference(matmul_wgmma::ladder(), {128 * 9 + 8, 72, 136});
}

TEST(MatmulWgmma, NaNStaysInItsRow) {
  tensor_product::expect_nan_stays_in_its_row(matmul_wgmma::ladder(), {33, 35, 34});
  tensor_product::expect_nan_stays_in_its_row(matmul_wgmma::ladder(), {33, 40, 40});
}

TEST(MatmulWgmmaProgram, Answers) {
  tensor_product::expect_program_answers(PROGRAM, matmul_wgmma::ladder());
}

}  // namespace
