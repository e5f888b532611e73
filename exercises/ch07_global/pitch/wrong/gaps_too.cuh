// rejected: is .*, should be 77
// Adds value to rows x cols pixels. A row begins pitch bytes after the row above it.
__global__ void brighten(float* image, std::size_t pitch, int rows, int cols, float value) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows || col * sizeof(float) >= pitch) return;
  float* line = reinterpret_cast<float*>(reinterpret_cast<char*>(image) + row * pitch);
  line[col] += value;
}
