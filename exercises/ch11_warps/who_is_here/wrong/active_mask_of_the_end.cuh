// rejected: warp function|mask|should be
// y[i] = x[i + 1] - x[i] for i < n - 1, y[n - 1] = 0. Blocks of whole warps.
__global__ void differences(const int* x, int* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int mine = i < n ? x[i] : 0;
  int next = 0;
  if (i < n - 1) next = __shfl_down_sync(0xffffffff, mine, 1);
  if (i < n) {
    if (i + 1 == n) next = mine;
    if (threadIdx.x % 32 == 31 && i + 1 < n) next = x[i + 1];
    y[i] = next - mine;
  }
}
