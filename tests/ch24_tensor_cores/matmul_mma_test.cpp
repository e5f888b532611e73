#include "ch24_tensor_cores/matmul_mma/matmul_mma.h"

#include "common/tensor_product_testing.h"

namespace {

using tensor_product::Shape;

class MatmulMma : public testing::TestWithParam<Shape> {};

TEST_P(MatmulMma, ProductsMatchReference) {
  tensor_product::expect_products_match_reference(matmul_mma::ladder(), GetParam());
}

INSTANTIATE_TEST_SUITE_P(Shapes, MatmulMma, testing::ValuesIn(tensor_product::awkward_shapes()),
                         [](const auto& info) { return tensor_product::name_of(info.param); });

// So deep that the last rung divides tiles: between two blocks and among three.
TEST(MatmulMma, DividedTilesMatchReference) {
  for (const Shape shape : {Shape{130, 264, 8}, Shape{9, 520, 264}})
    tensor_product::expect_products_match_reference(matmul_mma::ladder(), shape);
}

TEST(MatmulMma, NaNStaysInItsRow) {
  tensor_product::expect_nan_stays_in_its_row(matmul_mma::ladder(), {33, 35, 34});
  tensor_product::expect_nan_stays_in_its_row(matmul_mma::ladder(), {33, 40, 40});
}

TEST(MatmulMma, PeersMatchReference) {
  if (tensor_product::peers().empty()) GTEST_SKIP() << "no library here to compare with";
  for (const Shape shape : {Shape{1, 1, 1}, Shape{31, 40, 33}, Shape{129, 64, 72}})
    tensor_product::expect_products_match_reference(tensor_product::peers(), shape);
}

TEST(MatmulMmaProgram, Answers) {
  tensor_product::expect_program_answers(PROGRAM, matmul_mma::ladder());
}

}  // namespace
