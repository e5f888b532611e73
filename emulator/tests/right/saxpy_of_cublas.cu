// cuBLAS with a status that is checked each time.
// options: -lcublas
#include <cublas_v2.h>

#include <cstdio>
#include <cstdlib>
#include <vector>
#define CUBLAS(call)                                                     \
  do {                                                                   \
    const cublasStatus_t s = call;                                       \
    if (s != CUBLAS_STATUS_SUCCESS) {                                    \
      std::fprintf(stderr, "%s: %s\n", #call, cublasGetStatusString(s)); \
      std::exit(1);                                                      \
    }                                                                    \
  } while (false)
int main() {
  const int n = 64;
  std::vector<float> x(n, 2.f), y(n, 1.f);
  float *dx, *dy, a = 3.f, dot = 0;
  cudaMalloc(&dx, n * sizeof(float));
  cudaMalloc(&dy, n * sizeof(float));
  cublasHandle_t handle;
  CUBLAS(cublasCreate(&handle));
  CUBLAS(cublasSetVector(n, sizeof(float), x.data(), 1, dx, 1));
  CUBLAS(cublasSetVector(n, sizeof(float), y.data(), 1, dy, 1));
  CUBLAS(cublasSaxpy(handle, n, &a, dx, 1, dy, 1));
  CUBLAS(cublasSdot(handle, n, dx, 1, dy, 1, &dot));
  CUBLAS(cublasGetVector(n, sizeof(float), dy, 1, y.data(), 1));
  CUBLAS(cublasDestroy(handle));
  cudaFree(dx);
  cudaFree(dy);
  return y[n - 1] == 7.f && dot == 14.f * n ? 0 : 1;
}
