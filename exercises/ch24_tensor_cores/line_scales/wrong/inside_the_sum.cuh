// rejected: requests that load from global memory. The bar is 80
// c = a b with scales. a has rows x words words of 4 int8, b the same for each column. One thread per element of c.
__global__ void product(const int* a, const int* b, const float* a_scales, const float* b_scales, float* c, int rows,
                        int words, int cols) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows || col >= cols) return;
  float sum = 0;
  for (int i = 0; i < words; ++i)
    sum += static_cast<float>(__dp4a(a[row * words + i], b[col * words + i], 0)) * a_scales[row] * b_scales[col];
  c[row * cols + col] = sum;
}
