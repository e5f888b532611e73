// Tiles of every size: ranks, shuffles, votes and matches within a tile, tiles of tiles.
#include <cooperative_groups.h>

#include <cstdio>
namespace cg = cooperative_groups;

template <int size>
__global__ void tile_sums(int* out) {
  cg::thread_block block = cg::this_thread_block();
  auto tile = cg::tiled_partition<size>(block);
  int value = block.thread_rank();
  for (int offset = tile.size() / 2; offset > 0; offset /= 2) value += tile.shfl_down(value, offset);
  if (tile.thread_rank() == 0) out[tile.meta_group_rank()] = value;
}
__global__ void votes(unsigned* out) {
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  const int t = threadIdx.x;
  const unsigned odd = tile.ballot(t & 1), same = tile.match_any(t / 3);
  const int any = tile.any(t == 13), all = tile.all(t < 16);
  const int up = tile.shfl_up(t, 2), swapped = tile.shfl_xor(t, 5), third = tile.shfl(t, 3);
  out[t] = odd ^ (same << 8) ^ (any << 16) ^ (all << 17);
  out[32 + t] = up * 10000 + swapped * 100 + third;
}
__global__ void nested(int* out) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  auto quarter = cg::tiled_partition<8>(warp);
  auto pair = cg::tiled_partition<2>(quarter);
  out[threadIdx.x] = 1000 * warp.meta_group_rank() + 100 * quarter.meta_group_rank() + 10 * pair.meta_group_rank() +
                     pair.thread_rank();
  pair.sync();
  quarter.sync();
}
__global__ void runtime_size(int size, int* out) {
  cg::thread_group tile = cg::tiled_partition(cg::this_thread_block(), size);
  tile.sync();
  out[threadIdx.x] = 100 * static_cast<int>(tile.size()) + static_cast<int>(tile.thread_rank());
}

int main() {
  int* out;
  cudaMallocManaged(&out, 64 * sizeof(int));
  const auto print = [&](const char* what, int first, int count, const char* format) {
    cudaDeviceSynchronize();
    printf("%-8s", what);
    for (int i = first; i < first + count; ++i) printf(format, out[i]);
    printf("\n");
  };
  tile_sums<4><<<1, 32>>>(out);
  print("by 4", 0, 8, " %d");
  tile_sums<16><<<1, 64>>>(out);
  print("by 16", 0, 4, " %d");
  tile_sums<32><<<1, 64>>>(out);
  print("by 32", 0, 2, " %d");
  tile_sums<1><<<1, 4>>>(out);
  print("by 1", 0, 4, " %d");
  votes<<<1, 32>>>(reinterpret_cast<unsigned*>(out));
  print("votes", 6, 6, " %x");
  print("shuffles", 36, 6, " %d");
  nested<<<1, 64>>>(out);
  print("nested", 40, 4, " %d");
  runtime_size<<<1, 32>>>(16, out);
  print("runtime", 14, 4, " %d");
  cudaFree(out);
}
