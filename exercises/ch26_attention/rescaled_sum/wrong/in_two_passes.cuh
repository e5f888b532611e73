// rejected: The bar is 693
__global__ void online(const float* x, float* largest, float* sums, int rows, int columns) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float most = x[row * columns], sum = 0;
  for (int i = 0; i < columns; ++i) most = fmaxf(most, x[row * columns + i]);
  for (int i = 0; i < columns; ++i) sum += exp2f(x[row * columns + i] - most);
  largest[row] = most;
  sums[row] = sum;
}
