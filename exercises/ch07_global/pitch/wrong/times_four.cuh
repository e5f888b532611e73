// rejected: out of bounds
// Adds value to rows x cols pixels. A row begins pitch bytes after the row above it.
__global__ void brighten(float* image, std::size_t pitch, int rows, int cols, float value) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows || col >= cols) return;
  float* line = image + row * pitch * sizeof(float);
  line[col] += value;
}
