// options: -lcusolver
// cuSOLVER's singular values of matrices for which few methods are right: of low rank, of zeros, with huge and with
// very different columns. What is printed does not depend on the signs of vectors, nor on the choice of those that
// belong to a value of 0: the values, and whether U and V are orthogonal and give A.
#include <cusolverDn.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

constexpr int n = 3;

// The largest element of X' X - 1, for a matrix of that many rows and columns.
double error_of_columns(const double* x, int rows, int columns) {
  double error = 0;
  for (int i = 0; i < columns; ++i) {
    for (int j = 0; j < columns; ++j) {
      double sum = i == j ? -1 : 0;
      for (int k = 0; k < rows; ++k) sum += x[k + i * rows] * x[k + j * rows];
      error = std::max(error, std::abs(sum));
    }
  }
  return error;
}

void show(const char* name, int m, const std::vector<double>& matrix) {
  cusolverDnHandle_t handle;
  if (cusolverDnCreate(&handle) != CUSOLVER_STATUS_SUCCESS) return;
  double *a, *s, *u, *vt, *space;
  int *info, size = 0;
  cudaMallocManaged(&a, m * n * sizeof(double));
  cudaMallocManaged(&s, n * sizeof(double));
  cudaMallocManaged(&u, m * m * sizeof(double));
  cudaMallocManaged(&vt, n * n * sizeof(double));
  cudaMallocManaged(&info, sizeof(int));
  std::copy(matrix.begin(), matrix.end(), a);
  cusolverDnDgesvd_bufferSize(handle, m, n, &size);
  cudaMalloc(&space, size * sizeof(double));
  cusolverDnDgesvd(handle, 'A', 'A', m, n, a, m, s, u, m, vt, n, space, size, nullptr, info);
  cudaDeviceSynchronize();

  double largest = 0, error = 0;
  for (const double x : matrix) largest = std::max(largest, std::abs(x));
  for (int i = 0; i < m; ++i) {
    for (int j = 0; j < n; ++j) {
      double sum = matrix[i + j * m];
      for (int k = 0; k < n; ++k) sum -= u[i + k * m] * s[k] * vt[k + j * n];
      error = std::max(error, std::abs(sum));
    }
  }
  const bool right =
      error <= 1e-14 * largest && error_of_columns(u, m, m) < 1e-14 && error_of_columns(vt, n, n) < 1e-14;
  std::printf("%s:", name);
  for (int k = 0; k < n; ++k) std::printf(" %.4g", s[k] < 1e-14 * s[0] ? 0.0 : s[k]);
  std::printf(", %s\n", *info == 0 && right ? "right" : "wrong");
  for (void* const memory : {static_cast<void*>(a), static_cast<void*>(s), static_cast<void*>(u),
                             static_cast<void*>(vt), static_cast<void*>(space), static_cast<void*>(info)}) {
    cudaFree(memory);
  }
  cusolverDnDestroy(handle);
}

int main() {
  show("square", 3, {2, 0, 0, 1, 3, 0, 0, 1, 4});
  show("tall", 5, {1, 2, 3, 4, 5, 2, 1, 0, 1, 2, 0, 0, 1, 0, 0});
  show("rank 2", 4, {1, 2, 3, 4, 2, 1, 2, 1, 3, 3, 5, 5});
  show("rank 1", 4, {1, 2, 3, 4, 2, 4, 6, 8, 3, 6, 9, 12});
  show("zeros", 4, std::vector<double>(12, 0.0));
  show("huge", 3, {2e300, 0, 0, 1e300, 3e300, 0, 0, 1e300, 4e300});
  show("unequal", 4, {1, 1, 1, 1, 1e-6, -1e-6, 0, 0, 0, 0, 1e-9, -1e-9});
}
