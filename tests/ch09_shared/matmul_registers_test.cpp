#include "ch09_shared/matmul_registers/matmul_registers.h"

#include "tests/ch09_shared/matmul_cases.h"

namespace {

using matmul::Shape;

class MatmulRegisters : public testing::TestWithParam<Shape> {};

TEST_P(MatmulRegisters, ProductsMatchReferenceInFloatAndDouble) {
  matmul::expect_products_match_reference<float>(matmul_registers::ladder<float>, GetParam());
  matmul::expect_products_match_reference<double>(matmul_registers::ladder<double>, GetParam());
}

INSTANTIATE_TEST_SUITE_P(Shapes, MatmulRegisters, testing::ValuesIn(matmul::awkward_shapes),
                         [](const auto& info) { return matmul::name_of(info.param); });

TEST(MatmulRegisters, NaNStaysInItsRow) {
  matmul::expect_nan_stays_in_its_row(matmul_registers::ladder<float>, {129, 35, 134});
  matmul::expect_nan_stays_in_its_row(matmul_registers::ladder<float>, {128, 16, 128});
}

TEST(MatmulRegisters, PeersMatchReference) {
  matmul::expect_peers_match_reference();
}

TEST(MatmulRegisters, ProgramAnswers) {
  matmul::expect_program_answers(PROGRAM, matmul_registers::ladder<float>);
}

}  // namespace
