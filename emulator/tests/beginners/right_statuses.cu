// A correct program: statuses that are stored, and checked late, by a function, or returned.
//? silent
#include <cstdio>

static bool all_right(cudaError_t status) {
  return status == cudaSuccess;
}
static cudaError_t make(int** p, int n) {
  cudaError_t status = cudaMalloc(p, n * sizeof(int));
  if (status == cudaSuccess) status = cudaMemset(*p, 0, n * sizeof(int));
  return status;
}
static cudaError_t first_too_much(int** p) {
  cudaError_t status = cudaMalloc(p, static_cast<size_t>(1) << 60);
  if (status == cudaErrorMemoryAllocation) {
    cudaGetLastError();
    status = cudaMalloc(p, 64);
  }
  return status;
}

int main() {
  int *d = nullptr, *e = nullptr;
  cudaError_t error = make(&d, 64);
  auto second = first_too_much(&e);
  if (!all_right(error) || second != cudaSuccess) return 1;
  cudaError_t copied;
  int h[64];
  copied = cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
  std::printf("%d %s\n", h[5], cudaGetErrorString(copied));
  error = cudaFree(d);
  second = cudaFree(e);
  return error || second ? 1 : 0;
}
