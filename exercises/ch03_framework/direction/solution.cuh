#include <vector>

// Ends the run and prints the line if a CUDA call failed.
void check(cudaError_t status, int line = __builtin_LINE());

__global__ void add_one_kernel(int* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] += 1;
}

// x[i] += 1, on the device. x is not empty.
void add_one(std::vector<int>& x) {
  const int n = static_cast<int>(x.size());
  const std::size_t bytes = n * sizeof(int);
  int* d_x;
  check(cudaMalloc(&d_x, bytes));
  check(cudaMemcpy(d_x, x.data(), bytes, cudaMemcpyHostToDevice));
  add_one_kernel<<<(n + 255) / 256, 256>>>(d_x, n);
  check(cudaGetLastError());
  // [starter
  //- check(cudaMemcpy(x.data(), d_x, bytes, cudaMemcpyHostToDevice));
  check(cudaMemcpy(x.data(), d_x, bytes, cudaMemcpyDeviceToHost));
  // starter]
  check(cudaFree(d_x));
}
