//? silent
// One shuffle for all lanes, in a loop that the compiler unrolls, and one for each half of the warp with its own mask.
__device__ int of_lane(unsigned mask, int value, int lane) {
  return __shfl_sync(mask, value, lane);
}
__global__ void k(int* out) {
  const int t = threadIdx.x;
  int r = t % 2 ? t : t * 100;
#pragma unroll
  for (int i = 16; i > 0; i /= 2) r += __shfl_xor_sync(0xffffffff, r, i);
  if (t < 16)
    r += of_lane(0xffff, t, 1);
  else
    r += of_lane(0xffff0000, t, 16);
  __syncwarp();
  out[t] = r;
}
int main() {
  int h[32], *out;
  cudaMalloc(&out, sizeof(h));
  k<<<1, 32>>>(out);
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  if (h[0] != 24257 || h[31] != 24272) return 1;
  cudaFree(out);
}
