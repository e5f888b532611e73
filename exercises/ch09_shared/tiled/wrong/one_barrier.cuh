// rejected: race in shared memory
constexpr int side = 16;  // of a tile

// c = a * b, n x n elements each, n a multiple of side. Blocks of side x side threads, one for each tile of c.
__global__ void matmul(const float* a, const float* b, float* c, int n) {
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * side + ty, col = blockIdx.x * side + tx;
  float sum = 0;
  __shared__ float a_tile[side][side], b_tile[side][side];
  for (int first = 0; first < n; first += side) {
    a_tile[ty][tx] = a[row * n + first + tx];
    b_tile[ty][tx] = b[(first + ty) * n + col];
    __syncthreads();
    for (int i = 0; i < side; ++i) sum += a_tile[ty][i] * b_tile[i][tx];
  }
  c[row * n + col] = sum;
}
