// cuBLAS against plain loops. The values are small integers, so every sum is exact in any order.
#include <cublas_v2.h>
#include <gtest/gtest.h>

#include <complex>
#include <cstdlib>
#include <vector>

namespace {

template <class T>
class OnDevice {
 public:
  explicit OnDevice(const std::vector<T>& values) : size_(values.size()) {
    cudaMalloc(&data_, size_ * sizeof(T));
    cudaMemcpy(data_, values.data(), size_ * sizeof(T), cudaMemcpyHostToDevice);
  }
  ~OnDevice() { cudaFree(data_); }
  OnDevice(const OnDevice&) = delete;
  OnDevice& operator=(const OnDevice&) = delete;
  T* data() const { return data_; }
  std::vector<T> values() const {
    std::vector<T> copy(size_);
    cudaMemcpy(copy.data(), data_, size_ * sizeof(T), cudaMemcpyDeviceToHost);
    return copy;
  }

 private:
  std::size_t size_;
  T* data_ = nullptr;
};

template <class T>
std::vector<T> whole_numbers(int n, unsigned seed) {
  std::vector<T> values(static_cast<std::size_t>(n));
  for (T& value : values) {
    seed = seed * 1664525 + 1013904223;
    value = static_cast<T>(static_cast<int>(seed >> 28) - 8);
  }
  return values;
}

class Cublas : public testing::Test {
 protected:
  Cublas() { EXPECT_EQ(cublasCreate(&handle), CUBLAS_STATUS_SUCCESS); }
  ~Cublas() override { EXPECT_EQ(cublasDestroy(handle), CUBLAS_STATUS_SUCCESS); }
  cublasHandle_t handle = nullptr;
};

TEST_F(Cublas, VectorsAddUp) {
  const int n = 1000;
  const auto x = whole_numbers<float>(n, 1), y = whole_numbers<float>(n, 2);
  OnDevice<float> dx(x), dy(y);
  float dot = 0, asum = 0, expected_dot = 0, expected_asum = 0;
  for (int i = 0; i < n; ++i) {
    expected_dot += x[i] * y[i];
    expected_asum += std::abs(x[i]);
  }
  EXPECT_EQ(cublasSdot(handle, n, dx.data(), 1, dy.data(), 1, &dot), CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(dot, expected_dot);
  EXPECT_EQ(cublasSasum(handle, n, dx.data(), 1, &asum), CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(asum, expected_asum);
  const float alpha = 3;
  EXPECT_EQ(cublasSaxpy(handle, n, &alpha, dx.data(), 1, dy.data(), 1), CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(dy.values()[17], 3 * x[17] + y[17]);
  EXPECT_EQ(cublasSscal(handle, n / 2, &alpha, dx.data(), 2), CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(dx.values()[0], 3 * x[0]);
  EXPECT_EQ(dx.values()[1], x[1]);
}

TEST_F(Cublas, NormAndLargestElement) {
  OnDevice<double> d({3, -4, 0, 4});
  double norm = 0;
  int largest = 0, smallest = 0;
  cublasDnrm2(handle, 2, d.data(), 1, &norm);
  EXPECT_EQ(norm, 5);
  cublasIdamax(handle, 4, d.data(), 1, &largest);
  cublasIdamin(handle, 4, d.data(), 1, &smallest);
  EXPECT_EQ(largest, 2) << "they count from 1, and the first of equals wins";
  EXPECT_EQ(smallest, 3);
}

TEST_F(Cublas, ResultsOnTheDevice) {
  OnDevice<float> x({1, 2, 3}), result({0});
  cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE);
  EXPECT_EQ(cublasSdot(handle, 3, x.data(), 1, x.data(), 1, result.data()), CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(cublasSscal(handle, 3, result.data(), x.data(), 1), CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(x.values(), (std::vector<float>{14, 28, 42}));
}

// Sizes on both sides of a tile, and leading dimensions with padding.
template <class T, class Gemm>
void check_gemm(Gemm gemm) {
  for (const int m : {1, 64, 100}) {
    for (const int op : {0, 1, 2, 3}) {
      const bool ta = op & 1, tb = op & 2;
      const int n = 37, k = 70, lda = (ta ? k : m) + 3, ldb = (tb ? n : k) + 1, ldc = m + 2;
      const auto a = whole_numbers<T>(lda * (ta ? m : k), 3), b = whole_numbers<T>(ldb * (tb ? k : n), 4),
                 c = whole_numbers<T>(ldc * n, 5);
      OnDevice<T> da(a), db(b), dc(c);
      const T alpha = 2, beta = -1;
      ASSERT_EQ(gemm(ta ? CUBLAS_OP_T : CUBLAS_OP_N, tb ? CUBLAS_OP_T : CUBLAS_OP_N, m, n, k, &alpha, da.data(), lda,
                     db.data(), ldb, &beta, dc.data(), ldc),
                CUBLAS_STATUS_SUCCESS);
      const auto result = dc.values();
      for (int j = 0; j < n; ++j) {
        for (int i = 0; i < ldc; ++i) {
          T expected = c[i + j * ldc];
          if (i < m) {
            T sum = 0;
            for (int p = 0; p < k; ++p) {
              sum += (ta ? a[p + i * lda] : a[i + p * lda]) * (tb ? b[j + p * ldb] : b[p + j * ldb]);
            }
            expected = alpha * sum + beta * expected;
          }
          ASSERT_EQ(result[i + j * ldc], expected) << m << ' ' << op << ' ' << i << ' ' << j;
        }
      }
    }
  }
}
TEST_F(Cublas, MatrixProducts) {
  check_gemm<float>([&](auto... a) { return cublasSgemm(handle, a...); });
  check_gemm<double>([&](auto... a) { return cublasDgemm(handle, a...); });
}

TEST_F(Cublas, ComplexProduct) {
  OnDevice<cuComplex> a({make_cuComplex(1, 2)}), b({make_cuComplex(3, -1)}), c({make_cuComplex(0, 0)});
  const cuComplex one = make_cuComplex(1, 0), zero = make_cuComplex(0, 0);
  cublasCgemm(handle, CUBLAS_OP_C, CUBLAS_OP_N, 1, 1, 1, &one, a.data(), 1, b.data(), 1, &zero, c.data(), 1);
  EXPECT_EQ(c.values()[0].x, 1);
  EXPECT_EQ(c.values()[0].y, -7);
}

TEST_F(Cublas, HalfInFloatOut) {
  const int n = 16;
  std::vector<__half> ones(n * n, __float2half(1.5f));
  OnDevice<__half> a(ones), b(ones);
  OnDevice<float> c(std::vector<float>(n * n, NAN));
  const float alpha = 1, beta = 0;
  EXPECT_EQ(cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &alpha, a.data(), CUDA_R_16F, n, b.data(),
                         CUDA_R_16F, n, &beta, c.data(), CUDA_R_32F, n, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT),
            CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(c.values()[5], 36) << "with beta 0 the old C is not read";
}

// 1 + 2^-12 has one significant bit more than TF32 keeps; 1 + 2^-10 is kept.
TEST_F(Cublas, FloatsRoundedToTf32) {
  const int n = 16;
  const float alpha = 1, beta = 0;
  OnDevice<float> ones(std::vector<float>(n * n, 1)), c(std::vector<float>(n * n, NAN));
  const auto product = [&](float factor, cublasComputeType_t compute) {
    OnDevice<float> a(std::vector<float>(n * n, factor));
    EXPECT_EQ(cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &alpha, a.data(), CUDA_R_32F, n, ones.data(),
                           CUDA_R_32F, n, &beta, c.data(), CUDA_R_32F, n, compute, CUBLAS_GEMM_DEFAULT),
              CUBLAS_STATUS_SUCCESS);
    return c.values()[5];
  };
  EXPECT_EQ(product(1 + 0x1p-12f, CUBLAS_COMPUTE_32F_FAST_TF32), n);
  EXPECT_EQ(product(1 + 0x1p-10f, CUBLAS_COMPUTE_32F_FAST_TF32), n + n * 0x1p-10f);
  EXPECT_EQ(product(1 + 0x1p-12f, CUBLAS_COMPUTE_32F), n + n * 0x1p-12f);
}

TEST_F(Cublas, BatchesAndStrides) {
  const int n = 2;
  OnDevice<float> a({1, 2, 3, 4, 5, 6, 7, 8}), b({1, 0, 0, 1, 2, 0, 0, 2}), c(std::vector<float>(8));
  const float one = 1, zero = 0;
  cublasSgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, a.data(), n, 4, b.data(), n, 4, &zero,
                            c.data(), n, 4, 2);
  EXPECT_EQ(c.values(), (std::vector<float>{1, 2, 3, 4, 10, 12, 14, 16}));
  OnDevice<float*> lists({a.data(), a.data() + 4, b.data(), b.data() + 4, c.data(), c.data() + 4});
  cublasSgemmBatched(handle, CUBLAS_OP_T, CUBLAS_OP_N, n, n, n, &one, lists.data(), n, lists.data() + 2, n, &zero,
                     lists.data() + 4, n, 2);
  EXPECT_EQ(c.values(), (std::vector<float>{1, 3, 2, 4, 10, 14, 12, 16}));
}

TEST_F(Cublas, MatrixVectorAndTranspose) {
  OnDevice<float> a({1, 2, 3, 4, 5, 6}), x({1, 10}), y({0, 0, 0}), at(std::vector<float>(6));  // 3 rows, 2 columns
  const float one = 1, zero = 0;
  cublasSgemv(handle, CUBLAS_OP_N, 3, 2, &one, a.data(), 3, x.data(), 1, &zero, y.data(), 1);
  EXPECT_EQ(y.values(), (std::vector<float>{41, 52, 63}));
  cublasSger(handle, 3, 2, &one, y.data(), 1, x.data(), 1, a.data(), 3);
  EXPECT_EQ(a.values(), (std::vector<float>{42, 54, 66, 414, 525, 636}));
  cublasSgeam(handle, CUBLAS_OP_T, CUBLAS_OP_N, 2, 3, &one, a.data(), 3, &zero, at.data(), 2, at.data(), 2);
  EXPECT_EQ(at.values(), (std::vector<float>{42, 414, 54, 525, 66, 636}));
}

TEST_F(Cublas, TrianglesAreSolved) {
  const float one = 1;
  for (const auto side : {CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT}) {
    for (const auto fill : {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER}) {
      for (const auto op : {CUBLAS_OP_N, CUBLAS_OP_T}) {
        OnDevice<float> a({2, 1, 4, 3, 1, 5, 6, 2, 4}), b({1, 2, 3, 4, 5, 6, 7, 8, 9}), x(b.values());
        cublasStrmm(handle, side, fill, op, CUBLAS_DIAG_NON_UNIT, 3, 3, &one, a.data(), 3, b.data(), 3, x.data(), 3);
        cublasStrsm(handle, side, fill, op, CUBLAS_DIAG_NON_UNIT, 3, 3, &one, a.data(), 3, x.data(), 3);
        const auto back = x.values();
        for (int i = 0; i < 9; ++i) EXPECT_NEAR(back[i], i + 1, 1e-4) << side << fill << op << i;
      }
    }
  }
}

TEST_F(Cublas, SmallSystems) {
  OnDevice<double> a({0, 2, 1, 1, 0, 3, 4, 1, 0}), inverse(std::vector<double>(9)), b({1, 2, 3});
  OnDevice<double*> list({a.data()}), target({inverse.data()}), side({b.data()});
  OnDevice<int> pivots({0, 0, 0}), info({-1});
  const auto original = a.values();
  EXPECT_EQ(cublasDgetrfBatched(handle, 3, list.data(), 3, pivots.data(), info.data(), 1), CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(info.values()[0], 0);
  EXPECT_EQ(cublasDgetriBatched(handle, 3, list.data(), 3, pivots.data(), target.data(), 3, info.data(), 1),
            CUBLAS_STATUS_SUCCESS);
  const auto found = inverse.values();
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      double sum = 0;
      for (int k = 0; k < 3; ++k) sum += original[i + 3 * k] * found[k + 3 * j];
      EXPECT_NEAR(sum, i == j, 1e-12);
    }
  }
  int argument = -1;
  EXPECT_EQ(cublasDgetrsBatched(handle, CUBLAS_OP_N, 3, 1, list.data(), 3, pivots.data(), side.data(), 3, &argument, 1),
            CUBLAS_STATUS_SUCCESS);
  const auto x = b.values();
  EXPECT_NEAR(original[0] * x[0] + original[3] * x[1] + original[6] * x[2], 1, 1e-12);
}

TEST_F(Cublas, CopiesWithSteps) {
  const float host[] = {1, 2, 3, 4, 5, 6};
  OnDevice<float> d(std::vector<float>(3));
  EXPECT_EQ(cublasSetVector(3, sizeof(float), host, 2, d.data(), 1), CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(d.values(), (std::vector<float>{1, 3, 5}));
  float back[4] = {};
  EXPECT_EQ(cublasGetMatrix(1, 2, sizeof(float), d.data(), 2, back, 1), CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(back[1], 5);
}

TEST_F(Cublas, MistakesAreAnswered) {
  OnDevice<float> d({1});
  const float one = 1;
  EXPECT_EQ(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, d.data(), 1, d.data(), 2, &one, d.data(), 2),
            CUBLAS_STATUS_INVALID_VALUE);
  EXPECT_EQ(cublasSgemm(nullptr, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &one, d.data(), 1, d.data(), 1, &one, d.data(), 1),
            CUBLAS_STATUS_NOT_INITIALIZED);
  EXPECT_STREQ(cublasGetStatusName(CUBLAS_STATUS_INVALID_VALUE), "CUBLAS_STATUS_INVALID_VALUE");
}

TEST_F(Cublas, WorksInAGraph) {
  OnDevice<float> x({1, 2, 3});
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cublasSetStream(handle, stream);
  const float two = 2;
  cudaGraph_t graph;
  cudaGraphExec_t instance;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cublasSscal(handle, 3, &two, x.data(), 1);
  cudaStreamEndCapture(stream, &graph);
  EXPECT_EQ(x.values()[0], 1);
  cudaGraphInstantiate(&instance, graph, 0);
  cudaGraphLaunch(instance, stream);
  cudaGraphLaunch(instance, stream);
  cudaStreamSynchronize(stream);
  EXPECT_EQ(x.values(), (std::vector<float>{4, 8, 12}));
  cudaStreamDestroy(stream);
}

}  // namespace
