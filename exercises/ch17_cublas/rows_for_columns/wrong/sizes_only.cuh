// rejected: should be|out of bounds|never written
__global__ void product_kernel(int m, int n, int k, const float* a, int lda, const float* b, int ldb, float* c,
                               int ldc) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x, column = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= m || column >= n) return;
  float sum = 0;
  for (int i = 0; i < k; ++i) sum += a[i * lda + row] * b[column * ldb + i];
  c[column * ldc + row] = sum;
}

// c = a b by columns: a has m rows and k columns that are lda elements apart, b k and n, c m and n
void multiply_by_columns(int m, int n, int k, const float* a, int lda, const float* b, int ldb, float* c, int ldc) {
  product_kernel<<<dim3((m + 15) / 16, (n + 15) / 16), dim3(16, 16)>>>(m, n, k, a, lda, b, ldb, c, ldc);
}

// c = a b by rows, without gaps between them: a has m rows and k columns, b k and n, c m and n
void multiply_by_rows(int m, int n, int k, const float* a, const float* b, float* c) {
  multiply_by_columns(n, m, k, a, n, b, k, c, n);
}
