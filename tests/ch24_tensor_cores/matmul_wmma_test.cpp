#include "ch24_tensor_cores/matmul_wmma/matmul_wmma.h"

#include "common/tensor_product_testing.h"

namespace {

using tensor_product::Shape;

class MatmulWmma : public testing::TestWithParam<Shape> {};

TEST_P(MatmulWmma, ProductsMatchReference) {
  tensor_product::expect_products_match_reference(matmul_wmma::ladder(), GetParam());
}

INSTANTIATE_TEST_SUITE_P(Shapes, MatmulWmma, testing::ValuesIn(tensor_product::awkward_shapes()),
                         [](const auto& info) { return tensor_product::name_of(info.param); });

TEST(MatmulWmma, NaNStaysInItsRow) {
  tensor_product::expect_nan_stays_in_its_row(matmul_wmma::ladder(), {33, 35, 34});
  tensor_product::expect_nan_stays_in_its_row(matmul_wmma::ladder(), {33, 40, 40});
}

TEST(MatmulWmma, PeersMatchReference) {
  if (tensor_product::peers().empty()) GTEST_SKIP() << "no library here to compare with";
  for (const Shape shape : {Shape{1, 1, 1}, Shape{31, 40, 33}, Shape{129, 64, 72}})
    tensor_product::expect_products_match_reference(tensor_product::peers(), shape);
}

TEST(MatmulWmmaProgram, Answers) {
  tensor_product::expect_program_answers(PROGRAM, matmul_wmma::ladder());
}

}  // namespace
