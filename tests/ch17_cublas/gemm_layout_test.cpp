// Small integers in floating point: every order of adding gives the same sums, so the tests are exact.
#include "ch17_cublas/gemm_layout/gemm_layout.h"

#include <cmath>
#include <cstring>
#include <limits>

#include "ch17_cublas/gemm_layout/storage.h"
#include "common/owners.h"
#include "common/product.h"
#include "common/testing.h"
#include "common/values.h"

namespace {

using namespace gemm_layout;
using product::Shape;

const CublasHandle& handle() {
  static const CublasHandle made;
  return made;
}

int leading_for(int rows, int cols, Order order, int padding) {
  return std::max(1, order == Order::columns ? rows : cols) + padding;
}

// padding: how much longer leading dimensions are than they must be. Between columns there is NaN in a and b, so that
// reading it would spoil the result, and poison in c, which must stay.
template <typename Real>
void expect_products_match_reference(Shape shape, int padding) {
  const int rows = static_cast<int>(shape.rows), inner = static_cast<int>(shape.inner);
  const int cols = static_cast<int>(shape.cols);
  const std::vector<Real> a = random_integers<Real>(shape.rows * shape.inner, -9, 9, test_seed());
  const std::vector<Real> b = random_integers<Real>(shape.inner * shape.cols, -9, 9, test_seed() + 1);
  const std::vector<Real> expected = product::multiply_cpu(a, b, shape);
  const Real nan = std::numeric_limits<Real>::quiet_NaN();
  const Stream stream;
  for (const auto& rung : ladder<Real>()) {
    SCOPED_TRACE(rung.name);
    const int lda = leading_for(rows, inner, rung.a, padding), ldb = leading_for(inner, cols, rung.b, padding);
    const int ldc = leading_for(rows, cols, rung.c, padding);
    const Guarded<Real> d_a(stored(a, rows, inner, rung.a, lda, nan)), d_b(stored(b, inner, cols, rung.b, ldb, nan));
    Guarded<Real> d_c = poisoned<Real>(extent(rows, cols, rung.c, ldc));
    std::vector<Real> memory = d_c.to_host();
    check(cudaDeviceSynchronize());

    rung.run(handle(), {d_a.data(), rows, inner, rung.a, lda}, {d_b.data(), inner, cols, rung.b, ldb},
             {d_c.data(), rows, cols, rung.c, ldc}, stream);
    stream.wait();

    const std::vector<Real> written = d_c.to_host();
    ASSERT_EQ(by_rows_again(written, rows, cols, rung.c, ldc), expected);
    for (int row = 0; row < rows; ++row)  // of c itself the values were compared: 0 may be -0
      for (int col = 0; col < cols; ++col) memory[place(row, col, rung.c, ldc)] = written[place(row, col, rung.c, ldc)];
    EXPECT_TRUE(memory.empty() || std::memcmp(written.data(), memory.data(), memory.size() * sizeof(Real)) == 0)
        << "what lies between the columns was changed";
  }
}

class GemmLayout : public testing::TestWithParam<Shape> {};

TEST_P(GemmLayout, ProductsMatchReference) {
  expect_products_match_reference<float>(GetParam(), 0);
  expect_products_match_reference<double>(GetParam(), 0);
}

TEST_P(GemmLayout, ProductsOfPartsOfLargerMatricesMatchReference) {
  expect_products_match_reference<float>(GetParam(), 3);
  expect_products_match_reference<double>(GetParam(), 5);
}

INSTANTIATE_TEST_SUITE_P(Shapes, GemmLayout,
                         testing::ValuesIn(all_or_few<Shape>({{2, 3, 2},
                                                              {1, 1, 1},
                                                              {1, 40, 1},
                                                              {33, 1, 31},
                                                              {0, 3, 5},
                                                              {3, 5, 0},
                                                              {3, 0, 5},
                                                              {16, 16, 16},
                                                              {31, 33, 32},
                                                              {65, 7, 63},
                                                              {129, 65, 70}},
                                                             {{2, 3, 2}, {0, 3, 5}, {3, 0, 5}, {65, 7, 63}})),
                         [](const auto& info) {
                           const Shape shape = info.param;
                           return std::to_string(shape.rows) + "x" + std::to_string(shape.inner) + "x" +
                                  std::to_string(shape.cols);
                         });

TEST(GemmLayoutStorage, PutsTheBooksMatrixInBothOrders) {
  const std::vector<int> by_rows = {0, 2, 4, 1, 3, 5};
  EXPECT_EQ(stored(by_rows, 2, 3, Order::columns, 2, 9), (std::vector<int>{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(stored(by_rows, 2, 3, Order::rows, 3, 9), by_rows);
  EXPECT_EQ(stored(by_rows, 2, 3, Order::columns, 3, 9), (std::vector<int>{0, 1, 9, 2, 3, 9, 4, 5}));
}

TEST(GemmLayoutMistakes, GetTheLibrarysStatusOrAWrongResult) {
  const DeviceBuffer<double> a(std::vector<double>{1, 2, 3, 4});  // by columns: [1 3; 2 4]
  DeviceBuffer<double> c(4);
  std::vector<cublasStatus_t> statuses;
  for (const Mistake& mistake : mistakes()) statuses.push_back(mistake.make(handle(), a.data(), a.data(), c.data()));
  EXPECT_EQ(statuses, (std::vector<cublasStatus_t>{CUBLAS_STATUS_INVALID_VALUE, CUBLAS_STATUS_INVALID_VALUE,
                                                   CUBLAS_STATUS_NOT_INITIALIZED, CUBLAS_STATUS_NOT_SUPPORTED,
                                                   CUBLAS_STATUS_SUCCESS}));
  EXPECT_EQ(c.to_host(), (std::vector<double>{7, 10, 15, 22}));  // with b by rows it would be [7 15; 10 22] [1 2; 3 4]
}

TEST(GemmLayoutProgram, ShowsTheBooksProductAndEveryRung) {
  const Ended ended = run_program({PROGRAM, "--n", "33", "--repeats", "1", "--precision", "double"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  for (const auto& rung : ladder<double>()) EXPECT_NE(ended.out.find(rung.name), std::string::npos);
  for (const char* memory : {"0 1 2 3 4 5", "0 2 4 1 3 5", "10 13 28 40", "10 28 13 40"})
    EXPECT_NE(ended.out.find(memory), std::string::npos) << memory;
  for (const char* status : {"CUBLAS_STATUS_INVALID_VALUE", "CUBLAS_STATUS_NOT_INITIALIZED"})
    EXPECT_NE(ended.out.find(status), std::string::npos) << status;
}

TEST(GemmLayoutProgram, SaysInOneLineWhatCublasDoesNotTake) {
  const Ended ended = run_program({PROGRAM, "--n", "33", "--leading", "32", "--repeats", "1"});
  EXPECT_EQ(ended.status, 3);
  EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
  EXPECT_NE(ended.err.find("CUBLAS_STATUS_INVALID_VALUE"), std::string::npos) << ended.err;
}

}  // namespace
