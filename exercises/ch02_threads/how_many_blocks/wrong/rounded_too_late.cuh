// rejected: 1000 elements in blocks of 256
// The smallest number of blocks that has at least n threads. n >= 0, threads >= 1.
inline int blocks_for(int n, int threads) {
  return static_cast<int>(static_cast<double>(n / threads) + 0.5);
}

__global__ void fill_kernel(int* out, int value, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = value;
}

void fill(int* out, int value, int n) {
  const int threads = 256, blocks = blocks_for(n, threads);
  if (blocks > 0) fill_kernel<<<blocks, threads>>>(out, value, n);
}
