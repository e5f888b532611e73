// options: -lcublas
// cuBLAS with banded, packed and triangular matrices of whole numbers. Where a function for full matrices computes the
// same, both results are printed.
#include <cuComplex.h>
#include <cublas_v2.h>

#include <cstdio>

constexpr int n = 4;
constexpr cublasFillMode_t lower = CUBLAS_FILL_MODE_LOWER, upper = CUBLAS_FILL_MODE_UPPER;
cublasHandle_t handle;

template <class T>
T* managed(int count) {
  T* pointer;
  cudaMallocManaged(&pointer, count * sizeof(T));
  return pointer;
}
void print(const char* what, const double* values, int count) {
  cudaDeviceSynchronize();
  std::printf("%-8s", what);
  for (int i = 0; i < count; ++i) std::printf(" %g", values[i]);
  std::printf("\n");
}
void print(const char* what, const cuDoubleComplex* values, int count) {
  cudaDeviceSynchronize();
  std::printf("%-8s", what);
  for (int i = 0; i < count; ++i) std::printf(" %g%+gi", values[i].x, values[i].y);
  std::printf("\n");
}

void real_matrices() {
  double *a = managed<double>(n * n), *band = managed<double>(3 * n), *half = managed<double>(2 * n),
         *packed = managed<double>(10), *x = managed<double>(n), *y = managed<double>(n), *c = managed<double>(n * n);
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < n; ++i) {
      const int distance = i > j ? i - j : j - i;
      a[i + j * n] = distance > 1 ? 0 : 1 + i + j;
      if (distance <= 1) band[1 + i - j + j * 3] = a[i + j * n];
      if (i >= j && distance <= 1) half[i - j + j * 2] = a[i + j * n];
    }
  }
  const double one = 1, two = 2, zero = 0;
  const auto reset = [&] {
    cudaDeviceSynchronize();
    for (int i = 0; i < n; ++i) {
      x[i] = i + 1;
      y[i] = 10 * i;
    }
  };
  reset();
  cublasDgemv(handle, CUBLAS_OP_N, n, n, &two, a, n, x, 1, &one, y, 1);
  print("gemv", y, n);
  reset();
  cublasDgbmv(handle, CUBLAS_OP_N, n, n, 1, 1, &two, band, 3, x, 1, &one, y, 1);
  print("gbmv", y, n);
  reset();
  cublasDsbmv(handle, lower, n, 1, &two, half, 2, x, 1, &one, y, 1);
  print("sbmv", y, n);
  cublasDtrttp(handle, upper, n, a, n, packed);
  print("trttp", packed, 10);
  reset();
  cublasDspmv(handle, upper, n, &two, packed, x, 1, &one, y, 1);
  print("spmv", y, n);
  reset();
  cublasDtbmv(handle, lower, CUBLAS_OP_T, CUBLAS_DIAG_NON_UNIT, n, 1, half, 2, x, 1);
  print("tbmv", x, n);
  cublasDtbsv(handle, lower, CUBLAS_OP_T, CUBLAS_DIAG_NON_UNIT, n, 1, half, 2, x, 1);
  print("tbsv", x, n);
  cublasDtpmv(handle, upper, CUBLAS_OP_N, CUBLAS_DIAG_UNIT, n, packed, x, 1);
  print("tpmv", x, n);
  cublasDtpsv(handle, upper, CUBLAS_OP_N, CUBLAS_DIAG_UNIT, n, packed, x, 1);
  print("tpsv", x, n);
  reset();
  cublasDspr(handle, upper, n, &two, x, 1, packed);
  cublasDspr2(handle, upper, n, &one, x, 1, y, 1, packed);
  cudaMemset(c, 0, n * n * sizeof(double));
  cublasDtpttr(handle, upper, n, packed, c, n);
  print("tpttr", c, n * n);
  cublasDsyr2(handle, lower, n, &one, x, 1, y, 1, c, n);
  cublasDsyr2k(handle, lower, CUBLAS_OP_N, n, 2, &one, a, n, a + n, n, &two, c, n);
  cublasDsyrkx(handle, upper, CUBLAS_OP_T, n, 2, &two, a, n, a + 1, n, &zero, c, n);
  print("syr2k", c, n * n);

  double **as = managed<double*>(2), **bs = managed<double*>(2);
  double* many = managed<double>(2 * n * 2);
  for (int i = 0; i < 2 * n * 2; ++i) many[i] = 12 * (i % 5);
  for (int i = 0; i < 2; ++i) {
    as[i] = a + i * n;
    bs[i] = many + i * n * 2;
  }
  a[0] = a[n] = 2;
  cublasDtrsmBatched(handle, CUBLAS_SIDE_RIGHT, upper, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT, n, 1, &one, as, n, bs, n, 2);
  print("trsm", many, 2 * n * 2);
  cublasDgemvStridedBatched(handle, CUBLAS_OP_N, n, 2, &one, many, n, 2 * n, x, 1, 2, &zero, c, 1, n, 2);
  print("gemvs", c, 2 * n);
}

void complex_matrices() {
  cuDoubleComplex *a = managed<cuDoubleComplex>(9), *b = managed<cuDoubleComplex>(9), *x = managed<cuDoubleComplex>(3),
                  *y = managed<cuDoubleComplex>(3), *c = managed<cuDoubleComplex>(6);
  for (int i = 0; i < 9; ++i) {
    a[i] = {double(i), double(i % 3 - 1)};
    b[i] = {double(i % 4), double(2 - i % 5)};
  }
  for (int i = 0; i < 3; ++i) x[i] = y[i] = {double(i), 1.0};
  const cuDoubleComplex one = {1, 0}, i_one = {0, 1}, zero = {0, 0};
  const double real = 1, twice = 2;
  cublasZhemv(handle, lower, 3, &one, a, 3, x, 1, &zero, y, 1);
  print("hemv", y, 3);
  cublasZher(handle, lower, 3, &twice, x, 1, a, 3);
  cublasZher2(handle, lower, 3, &i_one, x, 1, y, 1, a, 3);
  print("her2", a, 9);
  cublasZhemm(handle, CUBLAS_SIDE_LEFT, lower, 3, 2, &one, a, 3, b, 3, &zero, c, 3);
  print("hemm", c, 6);
  cublasZherk(handle, upper, CUBLAS_OP_C, 3, 2, &real, b, 3, &twice, a, 3);
  cublasZher2k(handle, upper, CUBLAS_OP_N, 3, 1, &i_one, x, 3, y, 3, &real, a, 3);
  print("her2k", a, 9);
}

void typed_vectors() {
  float *x = managed<float>(n), *y = managed<float>(n), result = 0, parameters[5], d1 = 4, d2 = 1, x1 = 2;
  const float alpha = 3, y1 = 2;
  for (int i = 0; i < n; ++i) {
    x[i] = static_cast<float>(i + 1);
    y[i] = static_cast<float>(i % 2);
  }
  cublasAxpyEx(handle, n, &alpha, CUDA_R_32F, x, CUDA_R_32F, 1, y, CUDA_R_32F, 1, CUDA_R_32F);
  cublasScalEx(handle, n, &alpha, CUDA_R_32F, x, CUDA_R_32F, 1, CUDA_R_32F);
  cublasDotEx(handle, n, x, CUDA_R_32F, 1, y, CUDA_R_32F, 1, &result, CUDA_R_32F, CUDA_R_32F);
  cudaDeviceSynchronize();
  std::printf("typed    %g %g %g %g, %g\n", y[0], y[1], y[2], y[3], result);
  cublasSrotmg(handle, &d1, &d2, &x1, &y1, parameters);
  cublasSrotm(handle, n, x, 1, y, 1, parameters);
  cudaDeviceSynchronize();
  std::printf("rotmg    %g %g %g: %g %g %g\nrotm     %g %g %g %g\n", d1, d2, x1, parameters[0], parameters[2],
              parameters[3], x[0], x[1], y[2], y[3]);
}

int main() {
  if (cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS) return 1;
  real_matrices();
  complex_matrices();
  typed_vectors();
  cublasDestroy(handle);
}
