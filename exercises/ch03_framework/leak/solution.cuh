#include <vector>

// Ends the run and prints the line if a CUDA call failed.
void check(cudaError_t status, int line = __builtin_LINE());

__global__ void count_kernel(const int* x, int* count, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && x[i] < 0) atomicAdd(count, 1);
}

// How many numbers of x are negative?
int count_negative(const std::vector<int>& x) {
  const int n = static_cast<int>(x.size());
  int count = 0, *d_count, *d_x;
  // [starter
  //- check(cudaMalloc(&d_count, sizeof(int)));
  //- if (n == 0) return 0;
  if (n == 0) return 0;
  check(cudaMalloc(&d_count, sizeof(int)));
  // starter]
  check(cudaMemset(d_count, 0, sizeof(int)));
  check(cudaMalloc(&d_x, n * sizeof(int)));
  check(cudaMemcpy(d_x, x.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  count_kernel<<<(n + 255) / 256, 256>>>(d_x, d_count, n);
  check(cudaGetLastError());
  check(cudaMemcpy(&count, d_count, sizeof(int), cudaMemcpyDeviceToHost));
  check(cudaFree(d_x));
  check(cudaFree(d_count));
  return count;
}
