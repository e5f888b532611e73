// rejected: was never written
constexpr int threads = 128;  // of a block

// sums[r] = the sum of values[k] from k = begin[r] to begin[r + 1] - 1, for rows rows
__global__ void row_sums_kernel(const float* values, const int* begin, float* sums, int rows) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = t / 32, lane = t % 32;
  if (row >= rows) return;  // the whole warp
  float sum = 0;
  for (int k = begin[row] + lane; k < begin[row + 1]; k += 32) sum += values[k];
  for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_down_sync(0xffffffff, sum, distance);
  if (lane == 0) sums[row] = sum;
}

void row_sums(const float* values, const int* begin, float* sums, int rows) {
  const int needed = rows;
  row_sums_kernel<<<(needed + threads - 1) / threads, threads>>>(values, begin, sums, rows);
}
