// rejected: should be
constexpr int side = 16;  // of a tile

// c = a * b: a has m x k elements, b has k x n, c has m x n. Blocks of side x side threads, one for each tile of c.
__global__ void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[side][side], b_tile[side][side];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * side + ty, col = blockIdx.x * side + tx;
  float sum = 0;
  for (int first = 0; first + side <= k; first += side) {
    a_tile[ty][tx] = row < m && first + tx < k ? a[row * k + first + tx] : 0;
    b_tile[ty][tx] = first + ty < k && col < n ? b[(first + ty) * n + col] : 0;
    __syncthreads();
    for (int i = 0; i < side; ++i) sum += a_tile[ty][i] * b_tile[i][tx];
    __syncthreads();
  }
  if (row < m && col < n) c[row * n + col] = sum;
}
