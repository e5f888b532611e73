// rejected: y.31. is .*, should be
// y[i] = x[i + 1] - x[i] for i < n - 1, y[n - 1] = 0. Blocks of whole warps.
__global__ void differences(const int* x, int* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int mine = i < n ? x[i] : 0;
  int next = __shfl_down_sync(0xffffffff, mine, 1);
  if (i < n) {
    if (i + 1 == n) next = mine;
    y[i] = next - mine;
  }
}
