// Shuffles, votes and matches within a warp.
#include <cstdio>

__global__ void warp(int* out) {
  const int lane = threadIdx.x % warpSize;
  int sum = lane;
  for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(0xffffffff, sum, offset);
  const int total = __shfl_sync(0xffffffff, sum, 0);
  int scan = 1;
  for (int offset = 1; offset < 32; offset *= 2) {
    const int below = __shfl_up_sync(0xffffffff, scan, offset);
    if (lane >= offset) scan += below;
  }
  const unsigned odd = __ballot_sync(0xffffffff, lane & 1);
  const unsigned same = __match_any_sync(0xffffffff, lane / 10);
  if (threadIdx.x == 31) {
    printf("sum %d, scan %d, odd lanes %08x, like me %08x\n", total, scan, odd, same);
    printf("%d odd, first is lane %d\n", __popc(odd), __ffs(odd) - 1);
  }
  out[threadIdx.x] = __shfl_xor_sync(0xffffffff, lane, 5);
  if (lane < 8) out[threadIdx.x] += __reduce_add_sync(0xff, lane);
}

int main() {
  int* out;
  cudaMallocManaged(&out, 64 * sizeof(int));
  warp<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  for (int i = 0; i < 64; i += 9) printf("%d ", out[i]);
  printf("\n");
  cudaFree(out);
}
