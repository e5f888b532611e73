// rejected: y\[0\] was never written, should be .* \(n = 1\)
// The block that is not full is left out as a whole.
__global__ void double_all(const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if ((blockIdx.x + 1) * blockDim.x <= static_cast<unsigned>(n)) y[i] = 2 * x[i];
}
