// rejected: should be
constexpr int block_size = 128;

// sums[row] = the sum of a row of cols numbers. As many blocks as rows, block_size threads each.
__global__ void row_sums(const int* m, int* sums, int cols) {
  __shared__ int part[block_size];
  const int t = threadIdx.x, row = blockIdx.x;
  const int sum = t < cols ? m[row * cols + t] : 0;
  part[t] = sum;
  __syncthreads();
  for (int half = block_size / 2; half > 0; half /= 2) {
    if (t < half) part[t] += part[t + half];
    __syncthreads();
  }
  if (t == 0) sums[row] = part[0];
}
