#include <vector>

// Ends the run and prints the line if a CUDA call failed.
void check(cudaError_t status, int line = __builtin_LINE());

__global__ void halve_kernel(double* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] /= 2;
}

// in[i] / 2 for all i, computed on the device. in is not empty.
std::vector<double> halves(const std::vector<double>& in) {
  const int n = static_cast<int>(in.size());
  std::vector<double> out(n);
  double* d_x;
  // [starter
  //- check(cudaMalloc(&d_x, n));
  //- check(cudaMemcpy(d_x, in.data(), n, cudaMemcpyHostToDevice));
  const std::size_t bytes = n * sizeof(double);
  check(cudaMalloc(&d_x, bytes));
  check(cudaMemcpy(d_x, in.data(), bytes, cudaMemcpyHostToDevice));
  // starter]
  halve_kernel<<<(n + 255) / 256, 256>>>(d_x, n);
  check(cudaGetLastError());
  // [starter
  //- check(cudaMemcpy(out.data(), d_x, n, cudaMemcpyDeviceToHost));
  check(cudaMemcpy(out.data(), d_x, bytes, cudaMemcpyDeviceToHost));
  // starter]
  check(cudaFree(d_x));
  return out;
}
