// cuFFT against the sum that defines a Fourier transform.
#include <cufft.h>
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <vector>

namespace {

using Complex = std::complex<double>;

// The transform of n numbers, term by term.
std::vector<Complex> by_definition(const std::vector<Complex>& x, int sign) {
  const std::size_t n = x.size();
  std::vector<Complex> result(n);
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t j = 0; j < n; ++j) result[k] += x[j] * std::polar(1.0, sign * 2 * M_PI * double(j * k % n) / n);
  }
  return result;
}
std::vector<Complex> signal(int n) {
  std::vector<Complex> x(n);
  for (int i = 0; i < n; ++i) x[i] = {i % 7 - 2.0, i % 5 * 0.5};
  return x;
}

TEST(Cufft, ComplexOfAnyLength) {
  for (const int n : {1, 2, 12, 16, 37, 100}) {
    const auto x = signal(n);
    cufftDoubleComplex* data;
    cudaMallocManaged(&data, n * sizeof *data);
    for (int i = 0; i < n; ++i) data[i] = make_cuDoubleComplex(x[i].real(), x[i].imag());
    cufftHandle plan;
    ASSERT_EQ(cufftPlan1d(&plan, n, CUFFT_Z2Z, 1), CUFFT_SUCCESS);
    ASSERT_EQ(cufftExecZ2Z(plan, data, data, CUFFT_FORWARD), CUFFT_SUCCESS);
    cudaDeviceSynchronize();
    const auto expected = by_definition(x, -1);
    for (int i = 0; i < n; ++i) {
      EXPECT_NEAR(data[i].x, expected[i].real(), 1e-10) << n;
      EXPECT_NEAR(data[i].y, expected[i].imag(), 1e-10) << n;
    }
    ASSERT_EQ(cufftExecZ2Z(plan, data, data, CUFFT_INVERSE), CUFFT_SUCCESS);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; ++i) EXPECT_NEAR(data[i].x, n * x[i].real(), 1e-9) << "not scaled";
    EXPECT_EQ(cufftDestroy(plan), CUFFT_SUCCESS);
    cudaFree(data);
  }
}

TEST(Cufft, RealBothWaysAndBatches) {
  const int n = 12, batch = 3, half = n / 2 + 1;
  float *real, *back;
  cufftComplex* spectrum;
  cudaMallocManaged(&real, n * batch * sizeof *real);
  cudaMallocManaged(&back, n * batch * sizeof *back);
  cudaMallocManaged(&spectrum, half * batch * sizeof *spectrum);
  for (int i = 0; i < n * batch; ++i) real[i] = static_cast<float>(i % 5 + i / n);
  cufftHandle forward, inverse;
  ASSERT_EQ(cufftPlan1d(&forward, n, CUFFT_R2C, batch), CUFFT_SUCCESS);
  ASSERT_EQ(cufftPlan1d(&inverse, n, CUFFT_C2R, batch), CUFFT_SUCCESS);
  ASSERT_EQ(cufftExecR2C(forward, real, spectrum), CUFFT_SUCCESS);
  ASSERT_EQ(cufftExecC2R(inverse, spectrum, back), CUFFT_SUCCESS);
  cudaDeviceSynchronize();
  std::vector<Complex> last(real + 2 * n, real + 3 * n);
  EXPECT_NEAR(spectrum[2 * half + 4].y, by_definition(last, -1)[4].imag(), 1e-5);
  for (int i = 0; i < n * batch; ++i) EXPECT_NEAR(back[i], n * real[i], 1e-4);
  EXPECT_EQ(cufftExecC2C(forward, spectrum, spectrum, CUFFT_FORWARD), CUFFT_INVALID_PLAN);
  cufftDestroy(forward);
  cufftDestroy(inverse);
  cudaFree(real), cudaFree(back), cudaFree(spectrum);
}

TEST(Cufft, TwoDimensionsInPlace) {
  const int rows = 4, columns = 6, padded = 2 * (columns / 2 + 1);
  float* data;
  cudaMallocManaged(&data, rows * padded * sizeof *data);
  const auto value = [](int i, int j) { return static_cast<float>((i * 3 + j * j) % 11); };
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < columns; ++j) data[i * padded + j] = value(i, j);
  }
  cufftHandle forward, inverse;
  cufftPlan2d(&forward, rows, columns, CUFFT_R2C);
  cufftPlan2d(&inverse, rows, columns, CUFFT_C2R);
  ASSERT_EQ(cufftExecR2C(forward, data, reinterpret_cast<cufftComplex*>(data)), CUFFT_SUCCESS);
  cudaDeviceSynchronize();
  Complex expected = 0;
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < columns; ++j) {
      expected += std::polar(double{value(i, j)}, -2 * M_PI * (3.0 * i / rows + 2.0 * j / columns));
    }
  }
  EXPECT_NEAR(data[3 * padded + 4], expected.real(), 1e-4);
  EXPECT_NEAR(data[3 * padded + 5], expected.imag(), 1e-4);
  ASSERT_EQ(cufftExecC2R(inverse, reinterpret_cast<cufftComplex*>(data), data), CUFFT_SUCCESS);
  cudaDeviceSynchronize();
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < columns; ++j) EXPECT_NEAR(data[i * padded + j], rows * columns * value(i, j), 1e-3);
  }
  cudaFree(data);
}

TEST(Cufft, ColumnsByStrides) {
  int n[] = {4};
  cufftComplex* data;  // 4 rows, 2 columns: each column is a signal
  cudaMallocManaged(&data, 8 * sizeof *data);
  for (int i = 0; i < 8; ++i) data[i] = make_cuComplex(i % 2 ? 1.0f : static_cast<float>(i), 0);
  cufftHandle plan;
  ASSERT_EQ(cufftPlanMany(&plan, 1, n, n, 2, 1, n, 2, 1, CUFFT_C2C, 2), CUFFT_SUCCESS);
  ASSERT_EQ(cufftExecC2C(plan, data, data, CUFFT_FORWARD), CUFFT_SUCCESS);
  cudaDeviceSynchronize();
  EXPECT_NEAR(data[0].x, 12, 1e-5);
  EXPECT_NEAR(data[1].x, 4, 1e-5);
  EXPECT_NEAR(data[2].x, -4, 1e-5);
  EXPECT_NEAR(data[3].x, 0, 1e-5);
  cudaFree(data);
}

}  // namespace
