// rejected: c\[
// c = a b with scales. a has rows x words words of 4 int8, b the same for each column. One thread per element of c.
__global__ void product(const int* a, const int* b, const float* a_scales, const float* b_scales, float* c, int rows,
                        int words, int cols) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows || col >= cols) return;
  int sum = 0;
  for (int i = 0; i < words; ++i) sum = __dp4a(a[row * words + i], b[col * words + i], sum);
  c[row * cols + col] = static_cast<float>(sum) * a_scales[row];
}
