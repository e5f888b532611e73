// rejected: should be
constexpr int each = 16;  // elements of a thread

// y[i] = x[i]^2 for i < n. A thread has `each` elements, so the grid has at least n / each threads, in whole blocks.
__global__ void square_all(const float* x, float* y, int n) {
  for (int k = 0; k < each; ++k) {
    const int i = k * blockDim.x + threadIdx.x;
    if (i < n) y[i] = x[i] * x[i];
  }
}
