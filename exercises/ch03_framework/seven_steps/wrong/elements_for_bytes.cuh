// rejected: out of bounds
#include <vector>

// Ends the run and prints the line if a CUDA call failed.
void check(cudaError_t status, int line = __builtin_LINE());

__global__ void add_kernel(const float* a, const float* b, float* sum, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sum[i] = a[i] + b[i];
}

// a[i] + b[i] for all i, computed on the device. a and b have the same size, at least 1.
std::vector<float> add(const std::vector<float>& a, const std::vector<float>& b) {
  const int n = static_cast<int>(a.size());
  std::vector<float> sum(n);
  const std::size_t bytes = n;
  float *d_a, *d_b, *d_sum;
  check(cudaMalloc(&d_a, bytes));
  check(cudaMalloc(&d_b, bytes));
  check(cudaMalloc(&d_sum, bytes));
  check(cudaMemcpy(d_a, a.data(), bytes, cudaMemcpyHostToDevice));
  check(cudaMemcpy(d_b, b.data(), bytes, cudaMemcpyHostToDevice));
  add_kernel<<<(n + 255) / 256, 256>>>(d_a, d_b, d_sum, n);
  check(cudaGetLastError());
  check(cudaMemcpy(sum.data(), d_sum, bytes, cudaMemcpyDeviceToHost));
  check(cudaFree(d_a));
  check(cudaFree(d_b));
  check(cudaFree(d_sum));
  return sum;
}
