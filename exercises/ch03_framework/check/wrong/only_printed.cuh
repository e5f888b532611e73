// rejected: nothing was thrown
#include <cstdio>

struct CudaFailure {
  cudaError_t code;
  int line;
};

// Throws a CudaFailure with the code and the line, unless code is cudaSuccess. The line is that of the call of check.
inline void check(cudaError_t code, int line = __builtin_LINE()) {
  if (code != cudaSuccess) printf("line %d: %s\n", line, cudaGetErrorString(code));
}

__global__ void number_kernel(int* out) {
  out[threadIdx.x] = threadIdx.x;
}

// Throws a CudaFailure if the kernel cannot be launched with so many threads, or fails while it runs.
void launch(int* out, int threads) {
  number_kernel<<<1, threads>>>(out);
  check(cudaGetLastError());
  check(cudaDeviceSynchronize());
}
