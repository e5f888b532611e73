#include "ch09_shared/matmul_registers/matmul_registers.h"

#include "tests/ch09_shared/matmul_cases.h"

namespace {

using product::Shape;

class MatmulRegisters : public testing::TestWithParam<Shape> {};

TEST_P(MatmulRegisters, ProductsMatchReferenceInFloatAndDouble) {
  product::expect_products_match_reference<float>(matmul_registers::ladder<float>(), GetParam());
  product::expect_products_match_reference<double>(matmul_registers::ladder<double>(), GetParam());
}

INSTANTIATE_TEST_SUITE_P(Shapes, MatmulRegisters, testing::ValuesIn(product::awkward_shapes()),
                         [](const auto& info) { return product::name_of(info.param); });

TEST(MatmulRegisters, NaNStaysInItsRow) {
  product::expect_nan_stays_in_its_row(matmul_registers::ladder<float>(), {129, 35, 134});
  product::expect_nan_stays_in_its_row(matmul_registers::ladder<float>(), {128, 16, 128});
}

TEST(MatmulRegisters, PeersMatchReference) {
  product::expect_peers_match_reference();
}

TEST(MatmulRegisters, ProgramAnswers) {
  product::expect_program_answers(PROGRAM, matmul_registers::ladder<float>());
}

}  // namespace
