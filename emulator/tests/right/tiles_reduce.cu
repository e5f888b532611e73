// Cooperative groups: tiles of 16 lanes, each sums a row.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include <vector>
using namespace cooperative_groups;

__global__ void row_sums(const int* m, int* sums, int rows, int cols) {
  auto tile = tiled_partition<16>(this_thread_block());
  const int row = blockIdx.x * (blockDim.x / 16) + threadIdx.x / 16;
  if (row >= rows) return;  // all of the tile
  int sum = 0;
  for (int c = tile.thread_rank(); c < cols; c += tile.size()) sum += m[row * cols + c];
  sum = reduce(tile, sum, plus<int>());
  if (tile.thread_rank() == 0) sums[row] = sum;
}

int main() {
  const int rows = 45, cols = 70;
  std::vector<int> m(rows * cols), s(rows);
  for (int i = 0; i < rows * cols; ++i) m[i] = i % 11;
  int *dm, *ds;
  cudaMalloc(&dm, m.size() * sizeof(int));
  cudaMalloc(&ds, s.size() * sizeof(int));
  cudaMemcpy(dm, m.data(), m.size() * sizeof(int), cudaMemcpyHostToDevice);
  row_sums<<<(rows + 7) / 8, 128>>>(dm, ds, rows, cols);
  cudaMemcpy(s.data(), ds, s.size() * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(dm);
  cudaFree(ds);
  for (int r = 0; r < rows; ++r) {
    int e = 0;
    for (int c = 0; c < cols; ++c) e += m[r * cols + c];
    if (e != s[r]) return 1;
  }
  return 0;
}
