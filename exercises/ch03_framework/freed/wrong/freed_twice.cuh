// rejected: the call in line .* failed: cudaErrorInvalidValue
#include <vector>

// Ends the run and prints the line if a CUDA call failed.
void check(cudaError_t status, int line = __builtin_LINE());

__global__ void square_kernel(int* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= x[i];
}

// x[i] * x[i] for all i, computed on the device. x is not empty.
std::vector<int> squares(std::vector<int> x) {
  const int n = static_cast<int>(x.size());
  const std::size_t bytes = n * sizeof(int);
  int* d_x;
  check(cudaMalloc(&d_x, bytes));
  check(cudaMemcpy(d_x, x.data(), bytes, cudaMemcpyHostToDevice));
  square_kernel<<<(n + 255) / 256, 256>>>(d_x, n);
  check(cudaGetLastError());
  check(cudaMemcpy(x.data(), d_x, bytes, cudaMemcpyDeviceToHost));
  check(cudaFree(d_x));
  check(cudaFree(d_x));
  return x;
}
