// options: -lcusolver
// cuSOLVER's eigenvalues of Hermitian matrices. The output does not depend on the phases of the vectors. The triangle
// that is not read holds other numbers, which must not change the result.
#include <cusolverDn.h>

#include <cmath>
#include <complex>
#include <cstdio>
#include <type_traits>

template <class Complex, class Real, class Size, class Solve>
void show(const char* name, Size size_of, Solve solve) {
  using Number = std::complex<Real>;
  constexpr int n = 3, ld = 4;
  // 2, 1 - i, 0; 1 + i, 3, i; 0, -i, 1
  const Number whole[n][n] = {{2, {1, -1}, 0}, {{1, 1}, 3, {0, 1}}, {0, {0, -1}, 1}};
  cusolverDnHandle_t handle;
  if (cusolverDnCreate(&handle) != CUSOLVER_STATUS_SUCCESS) return;
  Complex *a, *space;
  Real* w;
  int *info, size = 0;
  cudaMallocManaged(&a, ld * n * sizeof(Complex));
  cudaMallocManaged(&w, n * sizeof(Real));
  cudaMallocManaged(&info, sizeof(int));
  Number* const values = reinterpret_cast<Number*>(a);
  for (const bool lower : {true, false}) {
    for (const bool vectors : {false, true}) {
      for (int j = 0; j < n; ++j) {
        for (int i = 0; i < n; ++i) {
          const bool read = lower ? i >= j : i <= j;
          values[i + j * ld] = !read ? Number(99, 99) : whole[i][j];
        }
      }
      const auto mode = vectors ? CUSOLVER_EIG_MODE_VECTOR : CUSOLVER_EIG_MODE_NOVECTOR;
      const auto fill = lower ? CUBLAS_FILL_MODE_LOWER : CUBLAS_FILL_MODE_UPPER;
      int status = size_of(handle, mode, fill, n, a, ld, w, &size);
      cudaMalloc(&space, size * sizeof(Complex));
      status += solve(handle, mode, fill, n, a, ld, w, space, size, info);
      cudaDeviceSynchronize();
      std::printf("%s %s%s: status %d, info %d: %.4f %.4f %.4f\n", name, lower ? "lower" : "upper",
                  vectors ? ", vectors" : "", status, *info, w[0], w[1], w[2]);
      double error = 0;
      for (int k = 0; k < n && vectors; ++k) {
        for (int i = 0; i < n; ++i) {
          Number product = 0;
          for (int j = 0; j < n; ++j) product += whole[i][j] * values[j + k * ld];
          error = std::fmax(error, std::abs(product - w[k] * values[i + k * ld]));
        }
      }
      if (vectors) std::printf("  error below 1e-5: %d\n", error < 1e-5);
      cudaFree(space);
    }
  }
  std::printf("negative n: status %d\n",
              solve(handle, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, -1, a, ld, w, a, 1, info));
  cusolverDnDestroy(handle);
}

int main() {
  show<cuDoubleComplex, double>("Z", cusolverDnZheevd_bufferSize, cusolverDnZheevd);
  show<cuComplex, float>("C", cusolverDnCheevd_bufferSize, cusolverDnCheevd);
}
