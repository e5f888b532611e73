// options: -lcublas
// The legacy cuBLAS interface, which has no handles.
#include <cublas.h>

#include <cstdio>

int main() {
  const int n = 3;
  const float a[] = {1, 2, 3, 4, 5, 6, 7, 8, 10}, b[] = {1, 0, 2, 0, 1, 0, 3, 0, 1};
  float c[9], x[] = {1, -2, 3}, y[3];
  float *d_a, *d_b, *d_c, *d_x, *d_y;
  if (cublasInit() != CUBLAS_STATUS_SUCCESS) return 1;
  cublasAlloc(n * n, sizeof(float), (void**)&d_a);
  cublasAlloc(n * n, sizeof(float), (void**)&d_b);
  cublasAlloc(n * n, sizeof(float), (void**)&d_c);
  cublasAlloc(n, sizeof(float), (void**)&d_x);
  cublasAlloc(n, sizeof(float), (void**)&d_y);
  cublasSetMatrix(n, n, sizeof(float), a, n, d_a, n);
  cublasSetMatrix(n, n, sizeof(float), b, n, d_b, n);
  cublasSetVector(n, sizeof(float), x, 1, d_x, 1);
  cublasSetVector(n, sizeof(float), x, 1, d_y, 1);

  cublasSgemm('n', 't', n, n, n, 2.0f, d_a, n, d_b, n, 0.0f, d_c, n);
  if (cublasGetError() != CUBLAS_STATUS_SUCCESS) printf("no product\n");
  cublasGetMatrix(n, n, sizeof(float), d_c, n, c, n);
  printf("product");
  for (const float value : c) printf(" %g", value);
  printf("\n");
  cublasSgemv('n', n, n, 1.0f, d_a, n, d_x, 1, 1.0f, d_y, 1);
  cublasSaxpy(n, 0.5f, d_x, 1, d_y, 1);
  cublasGetVector(n, sizeof(float), d_y, 1, y, 1);
  printf("vector %g %g %g\n", y[0], y[1], y[2]);
  printf("dot %g, length squared %g, sum %g, greatest at %d\n", cublasSdot(n, d_x, 1, d_y, 1),
         cublasSdot(n, d_x, 1, d_x, 1), cublasSasum(n, d_x, 1), cublasIsamax(n, d_y, 1));
  cublasFree(d_a);
  cublasFree(d_b);
  cublasFree(d_c);
  cublasFree(d_x);
  cublasFree(d_y);
  cublasShutdown();
}
