// rejected: the count is
__device__ float limit;  // set by the host
__device__ int clamped;  // how many elements were larger

__global__ void clamp_kernel(float* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && x[i] > limit) {
    x[i] = limit;
    atomicAdd(&clamped, 1);
  }
}

// Ends the run and prints the line if a CUDA call failed.
void check(cudaError_t status, int line = __builtin_LINE());

// x[i] = min(x[i], new_limit) for n elements in device memory, n >= 1. Returns how many were larger.
int clamp(float* x, int n, float new_limit) {
  int count = 0;
  check(cudaMemcpyToSymbol(limit, &new_limit, sizeof(float)));
  clamp_kernel<<<(n + 255) / 256, 256>>>(x, n);
  check(cudaGetLastError());
  check(cudaMemcpyFromSymbol(&count, clamped, sizeof(int)));
  return count;
}
