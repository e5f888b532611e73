#include "ch09_shared/matmul/matmul.h"

#include "tests/ch09_shared/matmul_cases.h"

namespace {

using product::Shape;

class Matmul : public testing::TestWithParam<Shape> {};

TEST_P(Matmul, ProductsMatchReferenceInFloatAndDouble) {
  product::expect_products_match_reference<float>(matmul::ladder<float>(), GetParam());
  product::expect_products_match_reference<double>(matmul::ladder<double>(), GetParam());
}

INSTANTIATE_TEST_SUITE_P(Shapes, Matmul, testing::ValuesIn(product::awkward_shapes()),
                         [](const auto& info) { return product::name_of(info.param); });

TEST(Matmul, NaNStaysInItsRow) {
  product::expect_nan_stays_in_its_row(matmul::ladder<float>(), {33, 35, 34});
}

// The strips use the device's shared memory up to less than 32 more columns of both; results at their borders are as
// elsewhere.
template <typename Real>
void expect_fitted_fits() {
  int device = 0, most = 0;
  ASSERT_EQ(cudaGetDevice(&device), cudaSuccess);
  ASSERT_EQ(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device), cudaSuccess);
  const int depth = matmul::fitted_depth<Real>(1'000'000), bytes_of_column = 2 * 32 * sizeof(Real);
  EXPECT_LE(depth * bytes_of_column, most);
  EXPECT_GT((depth + 32) * bytes_of_column, most);
  EXPECT_EQ(matmul::fitted_depth<Real>(33), 64);
  EXPECT_EQ(matmul::fitted_depth<Real>(0), 32);
  const std::span fitted = matmul::ladder<Real>().last(1);
  for (const std::size_t more : all_or_few<std::size_t>({0, 1, 40}, {1}))
    product::expect_products_match_reference<Real>(fitted, {5, 2 * std::size_t(depth) + more, 3});
}

TEST(Matmul, FittedTakesWhatTheDeviceGives) {
  expect_fitted_fits<float>();
  expect_fitted_fits<double>();
}

TEST(Matmul, PeersMatchReference) {
  product::expect_peers_match_reference();
}

TEST(Matmul, ProgramAnswers) {
  product::expect_program_answers(PROGRAM, matmul::ladder<float>());
}

}  // namespace
