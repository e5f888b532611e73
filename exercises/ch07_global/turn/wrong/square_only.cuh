// rejected: should be|out of bounds
// out[c][r] = in[r][c]: in has rows x cols numbers, out cols x rows. x counts the columns of out, y its rows.
__global__ void transpose(const float* in, float* out, int rows, int cols) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < rows && y < cols) out[y * cols + x] = in[x * rows + y];
}
