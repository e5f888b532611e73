// Labelled partitions and coalesced groups: one atomic for all active lanes.
#include <cooperative_groups.h>

#include <cstdio>
namespace cg = cooperative_groups;
__device__ int take_places(int* counter) {
  const auto active = cg::coalesced_threads();
  int first = 0;
  if (active.thread_rank() == 0) first = atomicAdd(counter, active.size());
  return active.shfl(first, 0) + active.thread_rank();
}
__global__ void keep_even(const int* in, int n, int* out, int* counter) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    if (in[i] % 2 == 0) out[take_places(counter)] = in[i];
  }
}
int main() {
  const int n = 333;
  int h[n], even = 0, sum = 0, count = 0, *in, *out, *counter;
  for (int i = 0; i < n; ++i) {
    h[i] = i * i % 50;
    if (h[i] % 2 == 0) ++even, sum += h[i];
  }
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMalloc(&counter, sizeof(int));
  cudaMemset(counter, 0, sizeof(int));
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  keep_even<<<2, 96>>>(in, n, out, counter);
  cudaMemcpy(&count, counter, sizeof count, cudaMemcpyDeviceToHost);
  cudaMemcpy(h, out, count * sizeof(int), cudaMemcpyDeviceToHost);
  for (int i = 0; i < count; ++i) sum -= h[i];
  cudaFree(in), cudaFree(out), cudaFree(counter);
  std::printf("%d of %d\n", count, n);
  return count == even && sum == 0 ? 0 : 1;
}
