// cuBLAS by columns, by rows with A and B exchanged, with a submatrix, and a factorisation whose devInfo is looked at.
#include <cublas_v2.h>
#include <cusolverDn.h>

#include <cmath>
#include <cstdio>
#include <vector>

int main() {
  const int M = 6, N = 10, K = 8;
  std::vector<float> a(M * K), b(K * N), c(M * N), rows(M * N);
  for (int i = 0; i < M * K; ++i) a[i] = static_cast<float>(i % 7);
  for (int i = 0; i < K * N; ++i) b[i] = static_cast<float>(i % 5);
  float *d_a, *d_b, *d_c;
  if (cudaMalloc(&d_a, a.size() * 4) || cudaMalloc(&d_b, b.size() * 4) || cudaMalloc(&d_c, c.size() * 4)) return 3;
  if (cudaMemcpy(d_a, a.data(), a.size() * 4, cudaMemcpyHostToDevice)) return 3;
  if (cudaMemcpy(d_b, b.data(), b.size() * 4, cudaMemcpyHostToDevice)) return 3;
  cublasHandle_t handle;
  if (cublasCreate(&handle)) return 3;
  const float one = 1, zero = 0;
  // By rows: the transposed product.
  if (cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, N, M, K, &one, d_b, N, d_a, K, &zero, d_c, N)) return 3;
  if (cudaMemcpy(rows.data(), d_c, rows.size() * 4, cudaMemcpyDeviceToHost)) return 3;
  // By columns.
  if (cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, M, N, K, &one, d_a, M, d_b, K, &zero, d_c, M)) return 3;
  if (cudaMemcpy(c.data(), d_c, c.size() * 4, cudaMemcpyDeviceToHost)) return 3;
  int wrong = 0;
  for (int j = 0; j < N; ++j) {
    for (int i = 0; i < M; ++i) {
      float sum = 0;
      for (int k = 0; k < K; ++k) sum += a[i + k * M] * b[k + j * K];
      wrong += std::fabs(sum - c[i + j * M]) > 0.001f;
    }
  }
  // The last 2 of 6 rows of A, up to the last element.
  if (cublasSgemv(handle, CUBLAS_OP_N, 2, K, &one, d_a + 4, M, d_b, 1, &zero, d_c, 1)) return 3;
  float dot;
  if (cublasSdot(handle, K, d_b, 1, d_a, 6, &dot)) return 3;
  if (cudaMemcpy(c.data(), d_c, 2 * sizeof(float), cudaMemcpyDeviceToHost)) return 3;
  std::printf("%d wrong, %.0f %.0f %.0f %.0f\n", wrong, c[0], c[1], dot, rows[3]);

  const int n = 3;
  double h[n * n] = {4, 1, 0, 1, 4, 1, 0, 1, 4}, *d_h, *d_work;
  int size = 0, info = 1, *d_info;
  cusolverDnHandle_t solver;
  if (cusolverDnCreate(&solver) || cudaMalloc(&d_h, sizeof h) || cudaMalloc(&d_info, sizeof(int))) return 3;
  if (cudaMemcpy(d_h, h, sizeof h, cudaMemcpyHostToDevice)) return 3;
  if (cusolverDnDpotrf_bufferSize(solver, CUBLAS_FILL_MODE_LOWER, n, d_h, n, &size)) return 3;
  if (cudaMalloc(&d_work, size * sizeof(double))) return 3;
  h[0] = -1;  // not positive definite, and the program looks
  if (cudaMemcpy(d_h, h, sizeof h, cudaMemcpyHostToDevice)) return 3;
  if (cusolverDnDpotrf(solver, CUBLAS_FILL_MODE_LOWER, n, d_h, n, d_work, size, d_info)) return 3;
  if (cudaMemcpy(&info, d_info, sizeof(int), cudaMemcpyDeviceToHost)) return 3;
  std::printf("%s\n", info == 0 ? "factorised" : "not positive definite");
  cublasDestroy(handle);
  cusolverDnDestroy(solver);
  for (void* p : {(void*)d_a, (void*)d_b, (void*)d_c, (void*)d_h, (void*)d_work, (void*)d_info}) cudaFree(p);
  return 0;
}
