// rejected: out of bounds: .* past the end
__global__ void double_all(const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n) y[i] = 2 * x[i];
}
