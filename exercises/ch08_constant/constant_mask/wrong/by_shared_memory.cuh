// rejected: requests that load from global memory. The bar is 128
constexpr int count = 8;  // of coefficients
__device__ float c[count];

__global__ void polynomial_kernel(const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  __shared__ float mine[count];
  if (threadIdx.x < count) mine[threadIdx.x] = c[threadIdx.x];
  __syncthreads();
  if (i >= n) return;
  const float value = x[i];
  float sum = 0;
  for (int k = count - 1; k >= 0; --k) sum = sum * value + mine[k];
  y[i] = sum;
}

// y[i] = sum over k of coefficients[k] * x[i]^k, for n elements in device memory; the coefficients are the host's
void polynomial(const float* coefficients, const float* x, float* y, int n) {
  cudaMemcpyToSymbol(c, coefficients, count * sizeof(float));
  polynomial_kernel<<<(n + 255) / 256, 256>>>(x, y, n);
}
