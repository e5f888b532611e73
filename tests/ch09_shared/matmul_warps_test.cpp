#include "ch09_shared/matmul_warps/matmul_warps.h"

#include "tests/ch09_shared/matmul_cases.h"

namespace {

using product::Shape;

class MatmulWarps : public testing::TestWithParam<Shape> {};

TEST_P(MatmulWarps, ProductsMatchReference) {
  product::expect_products_match_reference<float>(matmul_warps::ladder(), GetParam());
}

INSTANTIATE_TEST_SUITE_P(Shapes, MatmulWarps, testing::ValuesIn(product::awkward_shapes()),
                         [](const auto& info) { return product::name_of(info.param); });

// More rows of tiles than a group has, a last group that is not full, columns that fill tiles and columns that do not;
// more steps than the ring has stages.
TEST(MatmulWarps, GroupsAndRingGoRound) {
  if (sanitized()) GTEST_SKIP() << "too long under a sanitizer";
  product::expect_products_match_reference<float>(matmul_warps::ladder(), {128 * 9 + 5, 3, 300});
  product::expect_products_match_reference<float>(matmul_warps::ladder(), {128 * 9, 16, 256});
  product::expect_products_match_reference<float>(matmul_warps::ladder(), {20, 16 * 11 + 3, 30});
}

TEST(MatmulWarps, NaNStaysInItsRow) {
  product::expect_nan_stays_in_its_row(matmul_warps::ladder(), {129, 35, 134});
  product::expect_nan_stays_in_its_row(matmul_warps::ladder(), {128, 96, 256});
}

TEST(MatmulWarps, PeersMatchReference) {
  product::expect_peers_match_reference();
}

TEST(MatmulWarps, ProgramAnswers) {
  product::expect_program_answers(PROGRAM, matmul_warps::ladder());
  EXPECT_EQ(run_program({PROGRAM, "--precision", "double"}).status, 2);
}

}  // namespace
