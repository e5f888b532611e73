// rejected: should be|race|was never written
// m[row][col] = 100 * row + col, for rows x cols numbers, row after row
__global__ void coordinates_kernel(int* m, int rows, int cols) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row * cols + col < rows * cols) m[row * cols + col] = 100 * row + col;
}

void coordinates(int* m, int rows, int cols) {
  const dim3 threads(32, 8);
  const dim3 blocks((cols + threads.x - 1) / threads.x, (rows + threads.y - 1) / threads.y);
  if (rows > 0 && cols > 0) coordinates_kernel<<<blocks, threads>>>(m, rows, cols);
}
