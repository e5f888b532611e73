// rejected: should be
// Adds `value` to rows x columns elements from `part` on, of a matrix by columns with lda rows
__global__ void change_part_kernel(float* part, int rows, int columns, int lda, float value) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x, column = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || column >= columns) return;
  part[(column + 1) * lda + row] += value;
}
