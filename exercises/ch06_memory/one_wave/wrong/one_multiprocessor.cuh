// rejected: blocks, should be
#include <algorithm>

// y[i] = x[i]^2 for i < n, by any number of blocks. *blocks becomes that number.
__global__ void square_kernel(const float* x, float* y, int n, int* blocks) {
  const int first = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = first; i < n; i += gridDim.x * blockDim.x) y[i] = x[i] * x[i];
  if (first == 0) *blocks = gridDim.x;
}

// Ends the run and prints the line if a CUDA call failed.
void check(cudaError_t status, int line = __builtin_LINE());

// The blocks of square_kernel that device 0 holds at a time, but no more than it takes for n elements. n >= 1.
int blocks_of_a_wave(int n, int threads) {
  int per_sm = 0, sms = 0;
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, square_kernel, threads, 0));
  check(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0));
  return std::min(per_sm, (n + threads - 1) / threads);
}

void square(const float* x, float* y, int n, int threads, int* blocks) {
  square_kernel<<<blocks_of_a_wave(n, threads), threads>>>(x, y, n, blocks);
}
