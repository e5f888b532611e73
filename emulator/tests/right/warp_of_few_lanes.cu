// Blocks whose last warp has 8 or 16 lanes: masks may name the missing lanes as long as nobody uses a value of theirs.
#include <cstdio>
__global__ void sums(const int* in, int* out, int n) {
  const int t = threadIdx.x, lane = t % 32;
  const int there = min(32, (int)blockDim.x - t / 32 * 32);
  int guarded = in[t];
  for (int offset = 16; offset > 0; offset /= 2) {
    const int other = __shfl_down_sync(0xffffffff, guarded, offset);
    if (lane + offset < there) guarded += other;
  }
  int chosen = in[t];
  for (int offset = 16; offset > 0; offset /= 2) {
    chosen += lane + offset < there ? __shfl_down_sync(__activemask(), chosen, offset) : 0;
    __syncwarp();
  }
  int scanned = in[t];
  for (int offset = 1; offset < 32; offset *= 2) {
    const int other = __shfl_up_sync(0xffffffff, scanned, offset);
    if (lane >= offset) scanned += other;
  }
  // The upper half of the short warp reads missing lanes, but its sums go nowhere; twice, for two variables.
  int first = in[t], second = 2 * in[t];
  for (int offset = there / 2; offset > 0; offset /= 2) first += __shfl_down_sync(0xffffffff, first, offset);
  for (int offset = there / 2; offset > 0; offset /= 2) second += __shfl_down_sync(0xffffffff, second, offset);
  const int of_pair = in[t] + __shfl_xor_sync(0xffffffff, in[t], 1);
  const unsigned votes = __ballot_sync(0xffffffff, in[t] > 0);
  const int all = __all_sync(0xffffffff, in[t] >= 0);
  __syncwarp();
  if (lane == 0) out[t / 32] = guarded + (first + second) % 5 + __popc(votes) + all + of_pair;
  if (lane == there - 1) out[n / 32 + 1 + t / 32] = scanned + chosen;
}
int main() {
  for (int n : {40, 48, 8}) {
    int h[48], *in, *out;
    for (int i = 0; i < n; i++) h[i] = i % 5;
    cudaMalloc(&in, sizeof(h));
    cudaMalloc(&out, sizeof(h));
    cudaMemcpy(in, h, n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemset(out, 0, sizeof(h));
    sums<<<1, n>>>(in, out, n);
    cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
    printf("%d threads: %d %d\n", n, h[0], h[n / 32 + 1]);
    cudaFree(in);
    cudaFree(out);
  }
}
