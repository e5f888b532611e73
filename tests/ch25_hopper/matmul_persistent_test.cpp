#include "ch25_hopper/matmul_persistent/matmul_persistent.h"

#include "common/tensor_product_testing.h"

namespace {

using tensor_product::Shape;

class MatmulPersistent : public testing::TestWithParam<Shape> {};

TEST_P(MatmulPersistent, ProductsMatchReference) {
  if (sanitized_by("initcheck"))
    GTEST_SKIP()
        << "initcheck does not see what the copy engine stores, and takes it for uninitialised when it is copied";
  tensor_product::expect_products_match_reference(matmul_persistent::ladder(), GetParam());
}

INSTANTIATE_TEST_SUITE_P(Shapes, MatmulPersistent, testing::ValuesIn(tensor_product::awkward_shapes()),
                         [](const auto& info) { return tensor_product::name_of(info.param); });

// More tiles than SMs, an odd number of rows of tiles for the pairs, more turns than the ring has stages. The program
// checks the results.
TEST(MatmulPersistentProgram, BlocksTakeSeveralTiles) {
  const Ended ended =
      run_program({PROGRAM, "--n", "648", "--inner", "328", "--cols", "520"}, {"CUDA_EMULATOR_MULTIPROCESSORS=4"});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
}

// Split tiles: one in two parts; and three for two clusters, of which each has one and a half.
TEST(MatmulPersistent, TilesAreSplit) {
  if (sanitized_by("initcheck"))
    GTEST_SKIP()
        << "initcheck does not see what the copy engine stores, and takes it for uninitialised when it is copied";
  for (const Shape shape : {Shape{7, 520, 30}, Shape{600, 520, 72}})
    tensor_product::expect_products_match_reference(matmul_persistent::ladder().last(1), shape);
}

// Four parts of one tile: the last cluster adds three, twice.
TEST(MatmulPersistentProgram, SeveralClustersShareATile) {
  const Ended ended = run_program({PROGRAM, "--n", "200", "--inner", "1100", "--cols", "100", "--repeats", "2"},
                                  {"CUDA_EMULATOR_MULTIPROCESSORS=8"});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
}

// More than one group of rows of tiles, the last of which is not full.
TEST(MatmulPersistent, GroupsGoRound) {
  if (watched()) GTEST_SKIP() << "too long under a tool";
  tensor_product::expect_products_match_reference(matmul_persistent::ladder(), {128 * 9 + 8, 72, 264});
}

TEST(MatmulPersistent, NaNStaysInItsRow) {
  if (sanitized_by("initcheck"))
    GTEST_SKIP()
        << "initcheck does not see what the copy engine stores, and takes it for uninitialised when it is copied";
  tensor_product::expect_nan_stays_in_its_row(matmul_persistent::ladder(), {33, 35, 34});
  tensor_product::expect_nan_stays_in_its_row(matmul_persistent::ladder(), {33, 40, 40});
}

TEST(MatmulPersistentProgram, Answers) {
  tensor_product::expect_program_answers(PROGRAM, matmul_persistent::ladder());
}

}  // namespace
