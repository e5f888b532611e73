// rejected: sectors for each store
// out[c][r] = in[r][c]: in has rows x cols numbers, out cols x rows. x counts the columns of out, y its rows.
__global__ void transpose(const float* in, float* out, int rows, int cols) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int turns = (max(rows, cols) + 31) / 32 * 32;
  for (int c = x; c < cols; c += gridDim.x * blockDim.x) {
    for (int r = y; r < rows && r < turns; r += gridDim.y * blockDim.y) out[c * rows + r] = in[r * cols + c];
  }
}
