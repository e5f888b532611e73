// options: -lcusolver -lcusparse
// cuSOLVER's sparse linear systems: by QR, Cholesky and LU, on the device and on the host, single and in a batch.
#include <cusolverSp.h>

#include <cstdio>
#include <vector>

template <class T>
T* managed(const std::vector<T>& values) {
  T* pointer;
  cudaMallocManaged(&pointer, values.size() * sizeof(T));
  for (size_t i = 0; i < values.size(); ++i) pointer[i] = values[i];
  return pointer;
}
void print(const char* what, int status, int singularity, const double* x, int count) {
  cudaDeviceSynchronize();
  std::printf("%-16s status %d, singularity %d:", what, status, singularity);
  for (int i = 0; i < count; ++i) std::printf(" %.4f", x[i] + 0.00001);
  std::printf("\n");
}

// the five-point stencil of the Laplacian on a square of `side` times `side` points
void square(cusolverSpHandle_t handle, cusparseMatDescr_t matrix, int side) {
  const int n = side * side;
  std::vector<int> offsets{0}, columns;
  std::vector<double> values;
  for (int i = 0; i < n; ++i) {
    const auto entry = [&](bool is_there, int j, double value) {
      if (!is_there) return;
      columns.push_back(j);
      values.push_back(value);
    };
    entry(i >= side, i - side, -1);
    entry(i % side != 0, i - 1, -1);
    entry(true, i, 4);
    entry(i % side != side - 1, i + 1, -1);
    entry(i + side < n, i + side, -1);
    offsets.push_back(static_cast<int>(columns.size()));
  }
  int* const at = managed(offsets);
  int* const across = managed(columns);
  double* const entries = managed(values);
  double *const b = managed(std::vector<double>(n, 1.0)), *const x = managed(std::vector<double>(n, 0.0));
  const int nnz = static_cast<int>(columns.size()), middle = side / 2 * side + side / 2;
  int singularity = -5;
  int status = cusolverSpDcsrlsvqr(handle, n, nnz, matrix, entries, at, across, b, 1e-12, 1, x, &singularity);
  print("qr", status, singularity, x + middle, 1);
  status = cusolverSpDcsrlsvchol(handle, n, nnz, matrix, entries, at, across, b, 1e-12, 1, x, &singularity);
  print("Cholesky", status, singularity, x + middle, 1);
  status = cusolverSpDcsrlsvluHost(handle, n, nnz, matrix, entries, at, across, b, 1e-12, 0, x, &singularity);
  print("LU on the host", status, singularity, x + middle, 1);
}

// Each unknown is coupled with the last one, so a banded matrix would have to hold nearly all elements.
void arrow(cusolverSpHandle_t handle, cusparseMatDescr_t matrix, int n) {
  std::vector<int> offsets{0}, columns;
  std::vector<double> values;
  for (int i = 0; i < n; ++i) {
    for (int j = i == n - 1 ? 0 : i; j < n; j += j < n - 1 && i < n - 1 ? n - 1 - j : 1) {
      columns.push_back(j);
      values.push_back(i != j ? 1 : i == n - 1 ? n : 2);
    }
    offsets.push_back(static_cast<int>(columns.size()));
  }
  int* const at = managed(offsets);
  int* const across = managed(columns);
  double* const entries = managed(values);
  std::vector<double> right(n, 3.0);
  right[n - 1] = 2 * n - 1;  // so that the solution is 1 everywhere
  double *const b = managed(right), *const x = managed(std::vector<double>(n, 0.0));
  const int nnz = static_cast<int>(columns.size());
  int singularity = -5;
  int status = cusolverSpDcsrlsvqr(handle, n, nnz, matrix, entries, at, across, b, 1e-12, 1, x, &singularity);
  print("arrow, qr", status, singularity, x + n - 3, 3);
  status = cusolverSpDcsrlsvchol(handle, n, nnz, matrix, entries, at, across, b, 1e-12, 1, x, &singularity);
  print("arrow, Cholesky", status, singularity, x + n - 3, 3);
}

int main() {
  cusolverSpHandle_t handle;
  cusparseMatDescr_t matrix;
  if (cusolverSpCreate(&handle) != CUSOLVER_STATUS_SUCCESS) return 1;
  cusparseCreateMatDescr(&matrix);
  cusparseSetMatType(matrix, CUSPARSE_MATRIX_TYPE_GENERAL);
  cusparseSetMatIndexBase(matrix, CUSPARSE_INDEX_BASE_ZERO);
  square(handle, matrix, 5);
  square(handle, matrix, 40);
  arrow(handle, matrix, 30000);

  // indices from 1: | 0 2 0 | 1 0 3 | 4 0 5 |, which needs pivoting; and a singular matrix
  cusparseSetMatIndexBase(matrix, CUSPARSE_INDEX_BASE_ONE);
  int *const at = managed<int>({1, 2, 4, 6}), *const across = managed<int>({2, 1, 3, 1, 3});
  double *const values = managed<double>({2, 1, 3, 4, 5, 2, 1, 3, 2, 6}),
                *const b = managed<double>({2, 7, 14, 4, 7, 14}), *const x = managed(std::vector<double>(6, 0.0));
  int singularity = -5, symmetric = -5;
  int status = cusolverSpDcsrlsvqr(handle, 3, 5, matrix, values, at, across, b, 1e-12, 0, x, &singularity);
  print("exchanges", status, singularity, x, 3);
  status = cusolverSpDcsrlsvqrHost(handle, 3, 5, matrix, values + 5, at, across, b, 1e-12, 0, x, &singularity);
  print("no answer", status, singularity, x, 0);
  status = cusolverSpXcsrissymHost(handle, 3, 5, matrix, at, at + 1, across, &symmetric);
  print("symmetric", status, symmetric, x, 0);

  double* const two = managed<double>({2, 1, 3, 4, 5, 4, 2, 3, 4, 7});
  csrqrInfo_t info;
  size_t inside = 0, workspace = 0;
  cusolverSpCreateCsrqrInfo(&info);
  status = cusolverSpXcsrqrAnalysisBatched(handle, 3, 3, 5, matrix, at, across, info);
  status += cusolverSpDcsrqrBufferInfoBatched(handle, 3, 3, 5, matrix, two, at, across, 2, info, &inside, &workspace);
  void* space;
  cudaMalloc(&space, workspace);
  status += cusolverSpDcsrqrsvBatched(handle, 3, 3, 5, matrix, two, at, across, b, x, 2, info, space);
  print("a batch", status, 0, x, 6);
  cusolverSpDestroyCsrqrInfo(info);
  cusolverSpDestroy(handle);
}
