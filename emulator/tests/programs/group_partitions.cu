// labeled_partition and binary_partition, with a reduction within each group.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include <cstdio>
namespace cg = cooperative_groups;

__global__ void by_label(int* sums, int* sizes) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const int label = threadIdx.x * threadIdx.x % 5;
  auto group = cg::labeled_partition(warp, label);
  const int sum = cg::reduce(group, (int)threadIdx.x, cg::plus<int>());
  if (group.thread_rank() == 0) {
    sums[label] = sum;
    sizes[label] = group.size();
  }
}
__global__ void by_truth(int* out) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const bool prime = threadIdx.x == 2 || threadIdx.x == 3 || threadIdx.x == 5 || threadIdx.x == 7 ||
                     threadIdx.x == 11 || threadIdx.x == 13 || threadIdx.x == 17 || threadIdx.x == 19 ||
                     threadIdx.x == 23 || threadIdx.x == 29 || threadIdx.x == 31;
  auto group = cg::binary_partition(warp, prime);
  const int largest = cg::reduce(group, (int)threadIdx.x, cg::greater<int>());
  const int smallest = cg::reduce(group, (int)threadIdx.x, cg::less<int>());
  if (group.thread_rank() == group.size() - 1) {
    out[prime ? 0 : 3] = group.size();
    out[prime ? 1 : 4] = smallest;
    out[prime ? 2 : 5] = largest;
  }
}
__global__ void bits(unsigned* out) {
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  const unsigned mine = 1u << tile.thread_rank() | 0x10000;
  const unsigned all_or = cg::reduce(tile, mine, cg::bit_or<unsigned>());
  const unsigned all_and = cg::reduce(tile, mine, cg::bit_and<unsigned>());
  const unsigned all_xor = cg::reduce(tile, mine, cg::bit_xor<unsigned>());
  const float mean = cg::reduce(tile, 0.5f * tile.thread_rank(), cg::plus<float>()) / tile.size();
  const int custom = cg::reduce(tile, (int)tile.thread_rank() + 1, [](int a, int b) { return a > b ? a : b; });
  if (threadIdx.x == 0) {
    out[0] = all_or, out[1] = all_and, out[2] = all_xor, out[3] = (unsigned)(mean * 100), out[4] = custom;
  }
}

int main() {
  int* out;
  cudaMallocManaged(&out, 16 * sizeof(int));
  for (int i = 0; i < 16; ++i) out[i] = 0;
  by_label<<<1, 32>>>(out, out + 5);
  cudaDeviceSynchronize();
  for (int label : {0, 1, 4}) printf("label %d: %d lanes, sum %d\n", label, out[5 + label], out[label]);
  by_truth<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  printf("%d primes from %d to %d, %d others from %d to %d\n", out[0], out[1], out[2], out[3], out[4], out[5]);
  bits<<<1, 16>>>((unsigned*)out);
  cudaDeviceSynchronize();
  printf("%x %x %x %d %d\n", out[0], out[1], out[2], out[3], out[4]);
  cudaFree(out);
}
