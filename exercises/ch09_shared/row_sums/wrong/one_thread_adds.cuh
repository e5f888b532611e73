// rejected: requests that load from
constexpr int block_size = 128;

// sums[row] = the sum of a row of cols numbers. As many blocks as rows, block_size threads each.
__global__ void row_sums(const int* m, int* sums, int cols) {
  __shared__ int part[block_size];
  const int t = threadIdx.x, row = blockIdx.x;
  part[t] = 0;
  if (t == 0) {
    int sum = 0;
    for (int c = 0; c < cols; ++c) sum += m[row * cols + c];
    sums[row] = sum;
  }
}
