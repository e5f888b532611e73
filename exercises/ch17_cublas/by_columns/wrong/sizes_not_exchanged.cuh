// rejected: c\[
#include <cublas_v2.h>

// c = a b, all stored row by row: a has m rows and k columns, b k rows and n columns
void multiply(cublasHandle_t handle, const float* a, const float* b, float* c, int m, int n, int k) {
  const float alpha = 1, beta = 0;
  cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &alpha, b, m, a, k, &beta, c, m);
}
