#include "ch25_hopper/matmul_specialised/matmul_specialised.h"

#include "common/tensor_product_testing.h"

namespace {

using tensor_product::Shape;

class MatmulSpecialised : public testing::TestWithParam<Shape> {};

TEST_P(MatmulSpecialised, ProductsMatchReference) {
  tensor_product::expect_products_match_reference(matmul_specialised::ladder(), GetParam());
}

INSTANTIATE_TEST_SUITE_P(Shapes, MatmulSpecialised, testing::ValuesIn(tensor_product::awkward_shapes()),
                         [](const auto& info) { return tensor_product::name_of(info.param); });

// More turns than the ring has stages, twice over; tiles in a second group of rows.
TEST(MatmulSpecialised, RingGoesRound) {
  if (watched()) GTEST_SKIP() << "too long under a tool";
  tensor_product::expect_products_match_reference(matmul_specialised::ladder(), {130, 64 * 9 + 8, 264});
  tensor_product::expect_products_match_reference(matmul_specialised::ladder(), {128 * 9 + 8, 72, 264});
}

TEST(MatmulSpecialised, NaNStaysInItsRow) {
  tensor_product::expect_nan_stays_in_its_row(matmul_specialised::ladder(), {33, 35, 34});
  tensor_product::expect_nan_stays_in_its_row(matmul_specialised::ladder(), {33, 40, 40});
}

TEST(MatmulSpecialisedProgram, Answers) {
  tensor_product::expect_program_answers(PROGRAM, matmul_specialised::ladder());
}

}  // namespace
