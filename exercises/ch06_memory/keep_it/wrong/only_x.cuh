// rejected: requests that load from global memory
constexpr int terms = 8;

// y[i] = 1 + x[i] + x[i]^2 + ... (so many terms) for i < n
__global__ void geometric(const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float value = x[i];
  y[i] = 0;
  for (int k = 0; k < terms; ++k) y[i] = y[i] * value + 1;
}
