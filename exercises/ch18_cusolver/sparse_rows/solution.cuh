// y = A x, for a matrix of compressed rows
__global__ void rows_kernel(const int* start, const int* column, const float* value, const float* x, float* y,
                            int rows) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  // [starter
  float sum = 0;
  for (int k = start[row]; k < start[row + 1]; ++k) sum += value[k] * x[column[k]];
  y[row] = sum;
  // starter]
}
