// rejected: should be
constexpr int count = 8;  // of coefficients
__constant__ float c[count];

__global__ void polynomial_kernel(const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float value = x[i];
  float sum = 0;
  for (int k = count - 1; k >= 0; --k) sum = sum * value + c[k];
  y[i] = sum;
}

// y[i] = sum over k of coefficients[k] * x[i]^k, for n elements in device memory; the coefficients are the host's
void polynomial(const float* coefficients, const float* x, float* y, int n) {
  static bool set = false;
  if (!set) cudaMemcpyToSymbol(c, coefficients, count * sizeof(float));
  set = true;
  polynomial_kernel<<<(n + 255) / 256, 256>>>(x, y, n);
}
