// rejected: y\[0\] was never written, should be .* \(n = 1\)
__global__ void double_all(const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n - 1) y[i] = 2 * x[i];
}
