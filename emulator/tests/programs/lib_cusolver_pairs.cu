// options: -lcusolver
// cuSOLVER's generalised eigenvalues, eigenvalues in a range, linear systems and least squares with refinement. What is
// printed does not depend on the signs of the vectors.
#include <cusolverDn.h>

#include <cmath>
#include <cstdio>
#include <vector>

constexpr int n = 3;
const double left[n * n] = {3.5, 0.5, 0, 0.5, 3.5, 0, 0, 0, 2}, right[n * n] = {10, 2, 3, 2, 10, 5, 3, 5, 10};

double* managed(const double* from, int count) {
  double* pointer;
  cudaMallocManaged(&pointer, count * sizeof(double));
  for (int i = 0; i < count; ++i) pointer[i] = from ? from[i] : 0;
  return pointer;
}
void print(const char* what, int status, int info, const double* values, int count) {
  cudaDeviceSynchronize();
  std::printf("%-18s status %d, info %d:", what, status, info);
  for (int i = 0; i < count; ++i) std::printf(" %.4f", values[i] + 0.00001);
  std::printf("\n");
}
// the largest part of A x - w B x, or of A B x - w x, or of B A x - w x
double error(int type, const double* x, const double* w) {
  double largest = 0;
  const auto times = [](const double* a, const std::vector<double>& v) {
    std::vector<double> product(n);
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) product[i] += a[i + j * n] * v[j];
    }
    return product;
  };
  for (int k = 0; k < n; ++k) {
    std::vector<double> v(x + k * n, x + k * n + n), made, wanted = v;
    if (type == 1) made = times(left, v), wanted = times(right, v);
    if (type == 2) made = times(left, times(right, v));
    if (type == 3) made = times(right, times(left, v));
    for (int i = 0; i < n; ++i) largest = std::fmax(largest, std::fabs(made[i] - w[k] * wanted[i]));
  }
  return largest;
}

int main() {
  cusolverDnHandle_t handle;
  if (cusolverDnCreate(&handle) != CUSOLVER_STATUS_SUCCESS) return 1;
  double *const space = managed(nullptr, 1 << 20), *const w = managed(nullptr, n);
  int *info, size = 0, found = 0, iterations = -1;
  cudaMallocManaged(&info, sizeof(int));
  const auto with = CUSOLVER_EIG_MODE_VECTOR, without = CUSOLVER_EIG_MODE_NOVECTOR;
  const auto lower = CUBLAS_FILL_MODE_LOWER, upper = CUBLAS_FILL_MODE_UPPER;
  for (int type = 1; type <= 3; ++type) {
    double *const a = managed(left, n * n), *const b = managed(right, n * n);
    const auto eig = static_cast<cusolverEigType_t>(type);
    const auto fill = type == 2 ? upper : lower;
    cusolverDnDsygvd_bufferSize(handle, eig, with, fill, n, a, n, b, n, w, &size);
    const int status = cusolverDnDsygvd(handle, eig, with, fill, n, a, n, b, n, w, space, size, info);
    cudaDeviceSynchronize();  // before the host reads *info
    print("sygvd", status, *info, w, n);
    std::printf("  error below 1e-9: %d\n", error(type, a, w) < 1e-9);
    print("  the factor", 0, 0, type == 2 ? b + 6 : b, n);
  }
  double *a = managed(left, n * n), *b = managed(right, n * n);
  b[4] = -1;  // not positive definite
  int status = cusolverDnDsygvd(handle, CUSOLVER_EIG_TYPE_1, without, lower, n, a, n, b, n, w, space, size, info);
  cudaDeviceSynchronize();
  print("sygvd of no pair", status, *info, w, 0);

  a = managed(left, n * n), b = managed(right, n * n);
  cusolverDnDsygvdx_bufferSize(handle, CUSOLVER_EIG_TYPE_1, without, CUSOLVER_EIG_RANGE_I, lower, n, a, n, b, n, 0, 0,
                               2, 3, &found, w, &size);
  status = cusolverDnDsygvdx(handle, CUSOLVER_EIG_TYPE_1, without, CUSOLVER_EIG_RANGE_I, lower, n, a, n, b, n, 0, 0, 2,
                             3, &found, w, space, size, info);
  print("sygvdx, 2 to 3", status, *info, w, found);
  a = managed(left, n * n);
  cusolverDnDsyevdx_bufferSize(handle, with, CUSOLVER_EIG_RANGE_V, lower, n, a, n, 2.5, 10, 0, 0, &found, w, &size);
  status = cusolverDnDsyevdx(handle, with, CUSOLVER_EIG_RANGE_V, lower, n, a, n, 2.5, 10, 0, 0, &found, w, space, size,
                             info);
  print("syevdx above 2.5", status, *info, w, found);
  std::printf("  found %d, first vector %.4f %.4f\n", found, std::fabs(a[0]), std::fabs(a[1]));

  const double equations[n * n] = {1, 4, 7, 2, 5, 8, 3, 6, 10}, tall[4 * 2] = {1, 1, 1, 1, 1, 2, 3, 4};
  const double sides[4] = {6, 15, 25, 0}, points[4] = {6, 5, 7, 10};
  a = managed(equations, n * n), b = managed(sides, n);
  double* const x = managed(nullptr, n);
  int* pivots;
  cudaMallocManaged(&pivots, n * sizeof(int));
  size_t bytes = 0;
  cusolverDnDDgesv_bufferSize(handle, n, 1, a, n, pivots, b, n, x, n, nullptr, &bytes);
  status = cusolverDnDDgesv(handle, n, 1, a, n, pivots, b, n, x, n, space, bytes, &iterations, info);
  print("gesv", status, *info, x, n);
  a = managed(tall, 8), b = managed(points, 4);
  cusolverDnDDgels_bufferSize(handle, 4, 2, 1, a, 4, b, 4, x, 2, nullptr, &bytes);
  status = cusolverDnDDgels(handle, 4, 2, 1, a, 4, b, 4, x, 2, space, bytes, &iterations, info);
  print("gels", status, *info, x, 2);
  cusolverDnDestroy(handle);
}
