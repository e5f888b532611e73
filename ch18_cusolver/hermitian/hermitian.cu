// nvcc hermitian.cu -lcusolver && ./a.out
//
// The eigenvalues of the Hermitian matrix [0 -i; i 0] by cuSOLVER's Zheevd: Z for complex numbers of double precision,
// he for Hermitian, ev for eigenvalues, d for divide and conquer.
#include <cuComplex.h>
#include <cuda_runtime.h>
#include <cusolverDn.h>

#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                             \
  do {                                                                                          \
    const auto status = (call); /* cudaError_t or cusolverStatus_t: 0 is success in both */     \
    if (status != 0) {                                                                          \
      std::fprintf(stderr, "%s:%d: %s: status %d\n", __FILE__, __LINE__, #call, (int)(status)); \
      std::exit(3);                                                                             \
    }                                                                                           \
  } while (0)

using Complex = std::complex<double>;  // two doubles, as cuDoubleComplex is

int main() {
  constexpr int n = 2;
  const Complex i(0, 1);
  // By columns, as Fortran stores matrices: element (row, col) is a[row + col * n].
  const std::vector<Complex> a = {0, i, -i, 0};
  std::vector<Complex> vectors(n * n);
  std::vector<double> values(n);
  int info = -1;

  cuDoubleComplex *d_a, *d_work;
  double* d_values;
  int* d_info;
  CHECK(cudaMalloc(&d_a, n * n * sizeof(Complex)));
  CHECK(cudaMalloc(&d_values, n * sizeof(double)));
  CHECK(cudaMalloc(&d_info, sizeof(int)));
  CHECK(cudaMemcpy(d_a, a.data(), n * n * sizeof(Complex), cudaMemcpyHostToDevice));

  cusolverDnHandle_t handle;
  CHECK(cusolverDnCreate(&handle));
  const auto mode = CUSOLVER_EIG_MODE_VECTOR;    // eigenvectors too; they overwrite the matrix
  const auto triangle = CUBLAS_FILL_MODE_LOWER;  // the only part that is read
  int size = 0;                                  // of the workspace, in numbers: the caller allocates it
  CHECK(cusolverDnZheevd_bufferSize(handle, mode, triangle, n, d_a, n, d_values, &size));
  CHECK(cudaMalloc(&d_work, size * sizeof(Complex)));
  CHECK(cusolverDnZheevd(handle, mode, triangle, n, d_a, n, d_values, d_work, size, d_info));

  CHECK(cudaMemcpy(values.data(), d_values, n * sizeof(double), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(vectors.data(), d_a, n * n * sizeof(Complex), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(&info, d_info, sizeof(int), cudaMemcpyDeviceToHost));

  // Each column v of vectors must be a vector of length 1 with A v = value * v.
  double error = 0;
  for (int k = 0; k < n; ++k) {
    double length = 0;
    for (int row = 0; row < n; ++row) {
      Complex sum = 0;
      for (int col = 0; col < n; ++col) sum += a[row + col * n] * vectors[col + k * n];
      const double e = std::abs(sum - values[k] * vectors[row + k * n]);
      error = e <= error ? error : e;  // this form keeps a NaN
      length += std::norm(vectors[row + k * n]);
    }
    const double e = std::fabs(length - 1);
    error = e <= error ? error : e;
  }
  std::printf("devInfo %d\neigenvalues: %.6f %.6f\nlargest error of A v = value * v: %.1e\n", info, values[0],
              values[1], error);

  CHECK(cusolverDnDestroy(handle));
  CHECK(cudaFree(d_a));
  CHECK(cudaFree(d_work));
  CHECK(cudaFree(d_values));
  CHECK(cudaFree(d_info));
  return info == 0 && error < 1e-14 && std::fabs(values[0] + 1) < 1e-14 && std::fabs(values[1] - 1) < 1e-14 ? 0 : 1;
}
