// options: -lcusolver
// cuSOLVER's interface with 64-bit sizes, Jacobi's methods, batches and inverses. What is printed does not
// depend on the signs of the vectors.
#include <cusolverDn.h>

#include <cmath>
#include <cstdio>
#include <cstring>

constexpr int n = 3;
const double symmetric[n * n] = {4, 2, 1, 2, 5, 3, 1, 3, 6}, general[n * n] = {1, 4, 7, 2, 5, 8, 3, 6, 10};

template <class T>
T* managed(int count) {
  T* pointer;
  cudaMallocManaged(&pointer, count * sizeof(T));
  std::memset(pointer, 0, count * sizeof(T));
  return pointer;
}
void print(const char* what, const double* values, int count) {
  cudaDeviceSynchronize();
  std::printf("%-13s", what);
  for (int i = 0; i < count; ++i) std::printf(" %.3f", values[i] + 0.0001);
  std::printf("\n");
}

cusolverDnHandle_t handle;
cusolverDnParams_t params;
double *a, *b, *w, *u, *v, *space;
int* info;

void load(const double* from) {
  cudaDeviceSynchronize();
  for (int i = 0; i < 2 * n * n; ++i) a[i] = from[i % (n * n)];
  for (int i = 0; i < 2 * n; ++i) b[i] = i + 1;
}

void sizes_of_64_bits() {
  int64_t* pivots = managed<int64_t>(n);
  size_t on_device = 0, on_host = 0;

  load(symmetric);
  cusolverDnXpotrf_bufferSize(handle, params, CUBLAS_FILL_MODE_LOWER, n, CUDA_R_64F, a, n, CUDA_R_64F, &on_device,
                              &on_host);
  char* const host = new char[on_host + 1];
  cusolverDnXpotrf(handle, params, CUBLAS_FILL_MODE_LOWER, n, CUDA_R_64F, a, n, CUDA_R_64F, space, 8 << 16, host,
                   on_host, info);
  cusolverDnXpotrs(handle, params, CUBLAS_FILL_MODE_LOWER, n, 1, CUDA_R_64F, a, n, CUDA_R_64F, b, n, info);
  print("Xpotrs", b, n);
  cusolverDnDpotri(handle, CUBLAS_FILL_MODE_LOWER, n, a, n, space, 1 << 16, info);
  print("potri", a, 3);

  load(general);
  cusolverDnXgetrf_bufferSize(handle, params, n, n, CUDA_R_64F, a, n, CUDA_R_64F, &on_device, &on_host);
  char* const more = new char[on_host + 1];
  cusolverDnXgetrf(handle, params, n, n, CUDA_R_64F, a, n, pivots, CUDA_R_64F, space, 8 << 16, more, on_host, info);
  cusolverDnXgetrs(handle, params, CUBLAS_OP_N, n, 2, CUDA_R_64F, a, n, pivots, CUDA_R_64F, b, n, info);
  print("Xgetrs", b, 2 * n);
  std::printf("pivots        %d %d %d, info %d\n", static_cast<int>(pivots[0]), static_cast<int>(pivots[1]),
              static_cast<int>(pivots[2]), info[0]);

  load(general);
  cusolverDnXtrtri_bufferSize(handle, CUBLAS_FILL_MODE_UPPER, CUBLAS_DIAG_NON_UNIT, n, CUDA_R_64F, a, n, &on_device,
                              &on_host);
  char* const third = new char[on_host + 1];
  cusolverDnXtrtri(handle, CUBLAS_FILL_MODE_UPPER, CUBLAS_DIAG_NON_UNIT, n, CUDA_R_64F, a, n, space, 8 << 16, third,
                   on_host, info);
  print("Xtrtri", a, n * n);
}

void jacobis_methods() {
  load(symmetric);
  a[n * n] += 3;  // the second matrix of the batch
  syevjInfo_t eigen;
  cusolverDnCreateSyevjInfo(&eigen);
  cusolverDnXsyevjSetTolerance(eigen, 1e-12);
  cusolverDnXsyevjSetMaxSweeps(eigen, 30);
  int size = 0;
  cusolverDnDsyevjBatched_bufferSize(handle, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, n, a, n, w, &size, eigen,
                                     2);
  cusolverDnDsyevjBatched(handle, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, n, a, n, w, space, size, info,
                          eigen, 2);
  print("syevjBatched", w, 2 * n);
  load(symmetric);
  cusolverDnDsyevj_bufferSize(handle, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_UPPER, n, a, n, w, &size, eigen);
  cusolverDnDsyevj(handle, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_UPPER, n, a, n, w, space, size, info, eigen);
  cudaDeviceSynchronize();
  for (int i = 0; i < n * n; ++i) a[i] = std::fabs(a[i]);
  print("syevj", w, n);
  print("|vectors|", a, n * n);

  load(general);  // two columns of three elements, then the transpose
  gesvdjInfo_t singular;
  cusolverDnCreateGesvdjInfo(&singular);
  cusolverDnDgesvdj_bufferSize(handle, CUSOLVER_EIG_MODE_VECTOR, 1, n, 2, a, n, w, u, n, v, 2, &size, singular);
  cusolverDnDgesvdj(handle, CUSOLVER_EIG_MODE_VECTOR, 1, n, 2, a, n, w, u, n, v, 2, space, size, info, singular);
  print("gesvdj", w, 2);
  double back[6] = {};
  for (int j = 0; j < 2; ++j)
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < 2; ++k) back[i + j * n] += u[i + k * n] * w[k] * v[j + k * 2];
  print("u s v'", back, 6);
}

void batches() {
  double** matrices = managed<double*>(2);
  double** sides = managed<double*>(2);
  load(symmetric);
  for (int i = 0; i < 2; ++i) {
    matrices[i] = a + i * n * n;
    sides[i] = b + i * n;
  }
  cusolverDnDpotrfBatched(handle, CUBLAS_FILL_MODE_UPPER, n, matrices, n, info, 2);
  cusolverDnDpotrsBatched(handle, CUBLAS_FILL_MODE_UPPER, n, 1, matrices, n, sides, n, info + 2, 2);
  print("potrsBatched", b, 2 * n);
  std::printf("info          %d %d\n", info[0], info[1]);
}

int main() {
  if (cusolverDnCreate(&handle) != CUSOLVER_STATUS_SUCCESS) return 1;
  cusolverDnCreateParams(&params);
  a = managed<double>(2 * n * n), b = managed<double>(2 * n), w = managed<double>(2 * n);
  u = managed<double>(2 * n * n), v = managed<double>(2 * n * n), space = managed<double>(1 << 16);
  info = managed<int>(4);
  sizes_of_64_bits();
  jacobis_methods();
  batches();
  cusolverDnDestroyParams(params);
  cusolverDnDestroy(handle);
}
