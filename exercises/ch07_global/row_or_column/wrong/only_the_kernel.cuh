// rejected: is .*, should be
// m[row][col] *= factor[row], for rows x cols numbers, row after row
__global__ void scale_rows_kernel(float* m, const float* factor, int rows, int cols) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows && col < cols) m[row * cols + col] *= factor[row];
}

void scale_rows(float* m, const float* factor, int rows, int cols) {
  const dim3 threads(32, 8);
  const dim3 blocks((rows + threads.x - 1) / threads.x, (cols + threads.y - 1) / threads.y);
  scale_rows_kernel<<<blocks, threads>>>(m, factor, rows, cols);
}
