// rejected: requests that load from shared memory. The bar is at least 64
constexpr int width = 64;

__global__ void sums(const int* x, int* y, int rows, int each) {
  const int row = blockIdx.x * each + threadIdx.x;
  if (static_cast<int>(threadIdx.x) >= each || row >= rows) return;
  int sum = 0;
  for (int i = 0; i < width; ++i) sum += x[row * width + i];
  y[row] = sum;
}
