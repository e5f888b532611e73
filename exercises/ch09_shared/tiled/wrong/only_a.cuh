// rejected: sectors to load from global memory
constexpr int side = 16;  // of a tile

// c = a * b, n x n elements each, n a multiple of side. Blocks of side x side threads, one for each tile of c.
__global__ void matmul(const float* a, const float* b, float* c, int n) {
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * side + ty, col = blockIdx.x * side + tx;
  float sum = 0;
  __shared__ float a_tile[side][side], b_tile[side][side];
  for (int first = 0; first < n; first += side) {
    a_tile[ty][tx] = a[row * n + first + tx];
    b_tile[ty][tx] = 0;
    __syncthreads();
    for (int i = 0; i < side; ++i) sum += a_tile[ty][i] * b[(first + i) * n + col];
    __syncthreads();
  }
  c[row * n + col] = sum;
}
