// Each side of the branch has a shuffle of its own, with the mask of the whole warp: the two do not meet.
#include <cstdio>
__global__ void k(int* out) {
  const int t = threadIdx.x;
  int r;
  if (t % 2)
    r = __shfl_sync(0xffffffff, t, 0);  //~ one mask in two calls
  else
    r = __shfl_sync(0xffffffff, t * 100, 1);  //~ one mask in two calls
  out[t] = r;
}
int main() {
  int h[32], *out;
  cudaMalloc(&out, sizeof(h));
  k<<<1, 32>>>(out);
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%d %d\n", h[0], h[1]);
  cudaFree(out);
}
