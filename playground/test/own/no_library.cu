// cuBLAS is not in the playground.
#include <cublas_v2.h>

#include <cstdio>

int main() {
  cublasHandle_t handle = nullptr;
  std::printf("%d\n", cublasCreate(&handle));
}
