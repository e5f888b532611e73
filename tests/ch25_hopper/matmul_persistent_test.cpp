#include "ch25_hopper/matmul_persistent/matmul_persistent.h"

#include "common/tensor_product_testing.h"

namespace {

using tensor_product::Shape;

class MatmulPersistent : public testing::TestWithParam<Shape> {};

TEST_P(MatmulPersistent, ProductsMatchReference) {
  tensor_product::expect_products_match_reference(matmul_persistent::ladder(), GetParam());
}

INSTANTIATE_TEST_SUITE_P(Shapes, MatmulPersistent, testing::ValuesIn(tensor_product::awkward_shapes()),
                         [](const auto& info) { return tensor_product::name_of(info.param); });

// More tiles than the emulated device has SMs, an odd number of rows of tiles for the pairs, more turns than stages.
TEST(MatmulPersistent, BlocksTakeSeveralTiles) {
  if (watched()) GTEST_SKIP() << "too long under a tool";
  tensor_product::expect_products_match_reference(matmul_persistent::ladder(), {128 * 2 + 8, 64 * 5 + 8, 264});
  tensor_product::expect_products_match_reference(matmul_persistent::ladder(), {128 * 9 + 8, 72, 256 * 2});
}

TEST(MatmulPersistent, NaNStaysInItsRow) {
  tensor_product::expect_nan_stays_in_its_row(matmul_persistent::ladder(), {33, 35, 34});
  tensor_product::expect_nan_stays_in_its_row(matmul_persistent::ladder(), {33, 40, 40});
}

TEST(MatmulPersistentProgram, Answers) {
  tensor_product::expect_program_answers(PROGRAM, matmul_persistent::ladder());
}

}  // namespace
