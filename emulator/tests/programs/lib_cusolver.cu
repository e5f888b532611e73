// options: -lcusolver -lcublas
// Dense systems: LU, Cholesky, QR, eigenvalues of a symmetric matrix, singular values.
#include <cusolverDn.h>

#include <cmath>
#include <cstdio>
#include <vector>

#define CHECK(call)                                                             \
  do {                                                                          \
    const cusolverStatus_t status = (call);                                     \
    if (status != CUSOLVER_STATUS_SUCCESS) {                                    \
      printf("%s: %d in line %d\n", #call, static_cast<int>(status), __LINE__); \
      return 1;                                                                 \
    }                                                                           \
  } while (0)

double* on_device(const std::vector<double>& values) {
  double* pointer;
  cudaMalloc(&pointer, values.size() * sizeof(double));
  cudaMemcpy(pointer, values.data(), values.size() * sizeof(double), cudaMemcpyHostToDevice);
  return pointer;
}
void print(const char* what, const double* device, int count, bool magnitudes = false) {
  std::vector<double> host(count);
  cudaMemcpy(host.data(), device, count * sizeof(double), cudaMemcpyDeviceToHost);
  printf("%-12s", what);
  for (const double x : host) printf(" %.6f", (magnitudes ? std::fabs(x) : x) + 1e-12);
  printf("\n");
}

int main() {
  const int n = 3;
  const std::vector<double> a = {1, 4, 7, 2, 5, 8, 3, 6, 10}, b = {6, 15, 4}, symmetric = {4, 1, 2, 1, 5, 3, 2, 3, 6};
  cusolverDnHandle_t handle;
  CHECK(cusolverDnCreate(&handle));
  int *pivots, *info, size, host_info, host_pivots[3];
  cudaMalloc(&pivots, n * sizeof(int));
  cudaMalloc(&info, sizeof(int));
  double *work, *tau = on_device(b), *values = on_device(b);
  cudaMalloc(&work, 1 << 20);

  double *d_a = on_device(a), *d_b = on_device(b);
  CHECK(cusolverDnDgetrf_bufferSize(handle, n, n, d_a, n, &size));
  CHECK(cusolverDnDgetrf(handle, n, n, d_a, n, work, pivots, info));
  cudaMemcpy(&host_info, info, sizeof(int), cudaMemcpyDeviceToHost);
  cudaMemcpy(host_pivots, pivots, sizeof host_pivots, cudaMemcpyDeviceToHost);
  printf("info %d, pivots %d %d %d\n", host_info, host_pivots[0], host_pivots[1], host_pivots[2]);
  print("LU", d_a, 9);
  CHECK(cusolverDnDgetrs(handle, CUBLAS_OP_N, n, 1, d_a, n, pivots, d_b, n, info));
  print("solution", d_b, n);

  double *d_s = on_device(symmetric), *d_c = on_device(b);
  CHECK(cusolverDnDpotrf_bufferSize(handle, CUBLAS_FILL_MODE_LOWER, n, d_s, n, &size));
  CHECK(cusolverDnDpotrf(handle, CUBLAS_FILL_MODE_LOWER, n, d_s, n, work, size, info));
  CHECK(cusolverDnDpotrs(handle, CUBLAS_FILL_MODE_LOWER, n, 1, d_s, n, d_c, n, info));
  print("Cholesky", d_s, n);
  print("solution", d_c, n);
  double* d_bad = on_device({1, 2, 2, 1});
  CHECK(cusolverDnDpotrf(handle, CUBLAS_FILL_MODE_LOWER, 2, d_bad, 2, work, 1 << 10, info));
  cudaMemcpy(&host_info, info, sizeof(int), cudaMemcpyDeviceToHost);
  printf("not positive definite: info %d\n", host_info);

  double *d_q = on_device(a), *d_r = on_device(b);
  CHECK(cusolverDnDgeqrf_bufferSize(handle, n, n, d_q, n, &size));
  CHECK(cusolverDnDgeqrf(handle, n, n, d_q, n, tau, work, size, info));
  print("R", d_q + 6, n);
  CHECK(cusolverDnDormqr_bufferSize(handle, CUBLAS_SIDE_LEFT, CUBLAS_OP_T, n, 1, n, d_q, n, tau, d_r, n, &size));
  CHECK(cusolverDnDormqr(handle, CUBLAS_SIDE_LEFT, CUBLAS_OP_T, n, 1, n, d_q, n, tau, d_r, n, work, size, info));
  print("Q' b", d_r, n);
  CHECK(cusolverDnDorgqr_bufferSize(handle, n, n, n, d_q, n, tau, &size));
  CHECK(cusolverDnDorgqr(handle, n, n, n, d_q, n, tau, work, size, info));
  print("Q", d_q, 9);

  double* d_e = on_device(symmetric);
  CHECK(
      cusolverDnDsyevd_bufferSize(handle, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, n, d_e, n, values, &size));
  CHECK(
      cusolverDnDsyevd(handle, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, n, d_e, n, values, work, size, info));
  print("eigenvalues", values, n);
  print("vectors", d_e, 9, true);
  double *d_m = on_device(a), *u = on_device(a), *vt = on_device(a);
  CHECK(cusolverDnDgesvd_bufferSize(handle, n, n, &size));
  CHECK(cusolverDnDgesvd(handle, 'A', 'A', n, n, d_m, n, values, u, n, vt, n, work, size, nullptr, info));
  print("singular", values, n);
  print("U", u, 9, true);
  print("V'", vt, 9, true);
  CHECK(cusolverDnDestroy(handle));
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
