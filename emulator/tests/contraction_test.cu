// Which products and sums of device code become one operation with one rounding: those of nvcc's machine code for an
// H200, at every level of optimisation. A product is fused with its sums if it is used only in sums.
#include <gtest/gtest.h>

#include <cmath>

namespace {

constexpr int length = 1000;

template <class T>
__global__ void dot(const T* x, const T* y, int n, T* out) {
  T sum = 0;
  for (int i = 0; i < n; ++i) sum += x[i] * y[i];
  *out = sum;
}
template <class T>
__global__ void squares(const T* x, const T* y, int n, T* out) {
  T sum = 0;
  for (int i = 0; i < n; ++i) {
    const T d = x[i] - y[i];
    sum = d * d - sum;
  }
  *out = sum;
}
template <class T>
__global__ void scale_and_add(const T* x, const T* y, int n, T* out) {
  for (int i = 0; i < n; ++i) out[i] = T(1.1) * x[i] + y[i];
}
// Adjacent elements in memory, whose products a compiler tends to vectorise.
template <class T>
__global__ void rows_times_vector(const T* matrix, const T* v, int, T* out) {
  for (int row = 0; row < 4; ++row)
    out[row] =
        matrix[4 * row] * v[0] + matrix[4 * row + 1] * v[1] + matrix[4 * row + 2] * v[2] + matrix[4 * row + 3] * v[3];
}
template <class T>
__global__ void shared_by_sums(const T* x, const T* y, int, T* out) {
  const T product = x[0] * x[1];
  out[0] = product + y[0];
  out[1] = product - y[1];
}
template <class T>
__global__ void kept_as_well(const T* x, const T* y, int, T* out) {
  const T product = x[0] * x[1];
  out[0] = product + y[0];
  out[1] = product;
}
template <class T>
__global__ void sum_on_one_branch(const T* x, const T* y, int, T* out) {
  T product = x[0] * x[1];
  if (y[0] > 0) product += y[1];
  out[0] = product;
}

template <class T>
class Contraction : public testing::Test {
 protected:
  Contraction() {
    for (T** array : {&x, &y, &out}) EXPECT_EQ(cudaMallocManaged(array, length * sizeof(T)), cudaSuccess);
    // Of both signs: sums stay as small as their products, so that the products' rounding shows.
    for (int i = 0; i < length; ++i) {
      x[i] = std::sqrt(T(i % 7 + 2));
      y[i] = std::sqrt(T(i % 11 + 1)) * (i % 3 == 0 ? -2 : 1);
      out[i] = -1;
    }
  }
  void SetUp() override {
#ifndef CUDA_EMULATOR_FMA
    GTEST_SKIP() << "this processor does not multiply and add in one step";
#endif
  }
  ~Contraction() override {
    for (T* array : {x, y, out}) cudaFree(array);
  }
  void run(void (*kernel)(const T*, const T*, int, T*)) {
    kernel<<<1, 1>>>(x, y, length, out);
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  }
  T *x = nullptr, *y = nullptr, *out = nullptr;
};
using Types = testing::Types<float, double>;
TYPED_TEST_SUITE(Contraction, Types);

TYPED_TEST(Contraction, OfASumInALoop) {
  TypeParam joined = 0, apart = 0;
  for (int i = 0; i < length; ++i) joined = std::fma(this->x[i], this->y[i], joined), apart += this->x[i] * this->y[i];
  ASSERT_NE(joined, apart);
  this->run(dot<TypeParam>);
  EXPECT_EQ(this->out[0], joined);
}

TYPED_TEST(Contraction, OfASquareInALoop) {
  TypeParam joined = 0, apart = 0;
  for (int i = 0; i < length; ++i) {
    const TypeParam d = this->x[i] - this->y[i];
    joined = std::fma(d, d, -joined), apart = d * d - apart;
  }
  ASSERT_NE(joined, apart);
  this->run(squares<TypeParam>);
  EXPECT_EQ(this->out[0], joined);
}

TYPED_TEST(Contraction, OfEveryElement) {
  this->run(scale_and_add<TypeParam>);
  int others = 0;
  for (int i = 0; i < length; ++i) {
    ASSERT_EQ(this->out[i], std::fma(TypeParam(1.1), this->x[i], this->y[i])) << i;
    others += this->out[i] != TypeParam(1.1) * this->x[i] + this->y[i];
  }
  EXPECT_GT(others, 0);
}

TYPED_TEST(Contraction, OfNeighboursInMemory) {
  this->run(rows_times_vector<TypeParam>);
  int others = 0;
  for (int row = 0; row < 4; ++row) {
    const TypeParam *m = this->x + 4 * row, *v = this->y;
    ASSERT_EQ(this->out[row], std::fma(m[3], v[3], std::fma(m[2], v[2], std::fma(m[0], v[0], m[1] * v[1])))) << row;
    others += this->out[row] != m[0] * v[0] + m[1] * v[1] + m[2] * v[2] + m[3] * v[3];
  }
  EXPECT_GT(others, 0);
}

TYPED_TEST(Contraction, OfAProductThatOnlySumsUse) {
#ifdef __clang__
  GTEST_SKIP() << "clang++ joins no product that two sums use";
#endif
  this->x[0] = TypeParam(0.1), this->x[1] = TypeParam(0.3), this->y[0] = this->y[1] = TypeParam(0.03);
  this->run(shared_by_sums<TypeParam>);
  EXPECT_EQ(this->out[0], std::fma(this->x[0], this->x[1], this->y[0]));
  EXPECT_EQ(this->out[1], std::fma(this->x[0], this->x[1], -this->y[1]));
  EXPECT_NE(this->out[1], this->x[0] * this->x[1] - this->y[1]);
}

TYPED_TEST(Contraction, NotOfAProductThatIsKept) {
  this->x[0] = TypeParam(0.1), this->x[1] = TypeParam(0.3), this->y[0] = TypeParam(-0.03);
  this->run(kept_as_well<TypeParam>);
  EXPECT_EQ(this->out[0], this->x[0] * this->x[1] + this->y[0]);
  EXPECT_NE(this->out[0], std::fma(this->x[0], this->x[1], this->y[0]));
  EXPECT_EQ(this->out[1], this->x[0] * this->x[1]);
}

TYPED_TEST(Contraction, NotOfASumOnOneBranch) {
  this->x[0] = TypeParam(0.1), this->x[1] = TypeParam(0.3), this->y[0] = 1, this->y[1] = TypeParam(-0.03);
  this->run(sum_on_one_branch<TypeParam>);
  EXPECT_EQ(this->out[0], this->x[0] * this->x[1] + this->y[1]);
  EXPECT_NE(this->out[0], std::fma(this->x[0], this->x[1], this->y[1]));
}

}  // namespace
