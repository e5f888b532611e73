// rejected: requests that load from global memory
constexpr int terms = 8;

// y[i] = 1 + x[i] + x[i]^2 + ... (so many terms) for i < n
__global__ void geometric(const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int k = 0; k < terms; ++k) sum = sum * x[i] + 1;
  y[i] = sum;
}
