// Whole warps and single threads return where no barrier follows; the others vote among themselves.
#include <cstdio>
__global__ void count_large(const int* x, int n, int limit, int* count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  if (x[i] <= limit) return;
  const unsigned here = __activemask();
  const int leader = __ffs(here) - 1;
  if (static_cast<int>(threadIdx.x % 32) == leader) atomicAdd(count, __popc(here));
}
int main() {
  const int n = 1000;
  int h[n], *d, *d_count, count = 0, expected = 0;
  for (int i = 0; i < n; ++i) {
    h[i] = (i * 7919) % 1009;
    expected += h[i] > 500;
  }
  if (cudaMalloc(&d, sizeof h) != cudaSuccess || cudaMalloc(&d_count, sizeof count) != cudaSuccess) return 3;
  if (cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice) != cudaSuccess) return 3;
  if (cudaMemset(d_count, 0, sizeof count) != cudaSuccess) return 3;
  count_large<<<8, 128>>>(d, n, 500, d_count);
  if (cudaMemcpy(&count, d_count, sizeof count, cudaMemcpyDeviceToHost) != cudaSuccess) return 3;
  std::printf("%d\n", count);
  if (cudaFree(d) != cudaSuccess || cudaFree(d_count) != cudaSuccess) return 3;
  return count != expected;
}
