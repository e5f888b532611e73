// rejected: race in global memory|should be
// Reverses each row of cols numbers in place. One block per row.
__global__ void reverse_rows_kernel(int* m, int cols) {
  extern __shared__ int row[];
  int* line = m + blockIdx.x * cols;
  for (int c = threadIdx.x; c < cols; c += blockDim.x) row[c] = line[c];
  __syncthreads();
  for (int c = threadIdx.x; c < cols; c += blockDim.x) line[c] = line[cols - 1 - c];
}

void reverse_rows(int* m, int rows, int cols) {
  const int threads = 128;
  reverse_rows_kernel<<<rows, threads, cols * sizeof(int)>>>(m, cols);
}
