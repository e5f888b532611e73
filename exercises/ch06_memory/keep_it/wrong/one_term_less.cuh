// rejected: should be
constexpr int terms = 8;

// y[i] = 1 + x[i] + x[i]^2 + ... (so many terms) for i < n
__global__ void geometric(const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float value = x[i];
  float sum = 0;
  for (int k = 1; k < terms; ++k) sum = sum * value + 1;
  y[i] = sum;
}
