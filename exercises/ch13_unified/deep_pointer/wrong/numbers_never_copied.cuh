// rejected: uninitialised device memory
#include <vector>

struct Row {
  int* data;
  int size;
};

__global__ void add_up_kernel(const Row* rows, int* sums, int count) {
  const int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= count) return;
  int sum = 0;
  for (int k = 0; k < rows[r].size; ++k) sum += rows[r].data[k];
  sums[r] = sum;
}

// sums[r] = the sum of the numbers of row r; sums is device memory, the numbers are the host's
void add_up_rows(std::vector<std::vector<int>>& numbers, int* sums) {
  const int count = static_cast<int>(numbers.size());
  std::vector<Row> rows(count);
  for (int r = 0; r < count; ++r) {
    const int size = static_cast<int>(numbers[r].size());
    rows[r].size = size;
    cudaMalloc(&rows[r].data, size * sizeof(int));
  }
  Row* d_rows;
  cudaMalloc(&d_rows, count * sizeof(Row));
  cudaMemcpy(d_rows, rows.data(), count * sizeof(Row), cudaMemcpyHostToDevice);
  add_up_kernel<<<(count + 63) / 64, 64>>>(d_rows, sums, count);
  for (const Row& row : rows) cudaFree(row.data);
  cudaFree(d_rows);
}
