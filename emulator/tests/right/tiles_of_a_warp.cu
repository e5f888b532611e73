// Cooperative groups: each tile of eight threads adds up a row; some rows of the last tile do not exist.
#include <cooperative_groups.h>

#include <cstdio>
namespace cg = cooperative_groups;
__global__ void row_sums(const int* m, int rows, int columns, int* sums) {
  const auto block = cg::this_thread_block();
  const auto tile = cg::tiled_partition<8>(block);
  const int row = blockIdx.x * (blockDim.x / 8) + tile.meta_group_rank();
  int sum = 0;
  if (row < rows) {
    for (int c = tile.thread_rank(); c < columns; c += 8) sum += m[row * columns + c];
  }
  for (int step = 4; step > 0; step /= 2) sum += tile.shfl_down(sum, step);
  if (row < rows && tile.thread_rank() == 0) sums[row] = sum;
}
int main() {
  const int rows = 13, columns = 21;
  int h[rows * columns], sums[rows], *d, *d_sums;
  for (int i = 0; i < rows * columns; ++i) h[i] = i / columns;
  if (cudaMalloc(&d, sizeof h) != cudaSuccess || cudaMalloc(&d_sums, sizeof sums) != cudaSuccess) return 3;
  if (cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice) != cudaSuccess) return 3;
  row_sums<<<2, 64>>>(d, rows, columns, d_sums);
  if (cudaMemcpy(sums, d_sums, sizeof sums, cudaMemcpyDeviceToHost) != cudaSuccess) return 3;
  std::printf("%d %d\n", sums[1], sums[12]);
  if (cudaFree(d) != cudaSuccess || cudaFree(d_sums) != cudaSuccess) return 3;
  return sums[12] != 12 * 21;
}
