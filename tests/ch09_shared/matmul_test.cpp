#include "ch09_shared/matmul/matmul.h"

#include "tests/ch09_shared/matmul_cases.h"

namespace {

using product::Shape;

class Matmul : public testing::TestWithParam<Shape> {};

TEST_P(Matmul, ProductsMatchReferenceInFloatAndDouble) {
  product::expect_products_match_reference<float>(matmul::ladder<float>, GetParam());
  product::expect_products_match_reference<double>(matmul::ladder<double>, GetParam());
}

INSTANTIATE_TEST_SUITE_P(Shapes, Matmul, testing::ValuesIn(product::awkward_shapes()),
                         [](const auto& info) { return product::name_of(info.param); });

TEST(Matmul, NaNStaysInItsRow) {
  product::expect_nan_stays_in_its_row(matmul::ladder<float>, {33, 35, 34});
}

TEST(Matmul, PeersMatchReference) {
  product::expect_peers_match_reference();
}

TEST(Matmul, ProgramAnswers) {
  product::expect_program_answers(PROGRAM, matmul::ladder<float>);
}

}  // namespace
