// Coalesced groups: the threads that are active here. Warp-aggregated atomics, and a filter built on them.
#include <cooperative_groups.h>

#include <cstdio>
namespace cg = cooperative_groups;

__device__ int aggregated_increment(int* counter) {
  cg::coalesced_group active = cg::coalesced_threads();
  int first = 0;
  if (active.thread_rank() == 0) first = atomicAdd(counter, active.size());
  return active.shfl(first, 0) + active.thread_rank();
}
__global__ void keep_multiples(const int* in, int n, int factor, int* out, int* count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] % factor == 0) out[aggregated_increment(count)] = in[i];
}
__global__ void who_is_here(int* out) {
  if (threadIdx.x % 4 == 1) {
    cg::coalesced_group g = cg::coalesced_threads();
    const int neighbour = g.shfl_down((int)threadIdx.x, 1);
    const unsigned votes = g.ballot(threadIdx.x > 10);
    const int last = g.shfl((int)threadIdx.x, g.size() - 1);
    const int none = g.any(false);
    if (g.thread_rank() == 2) {
      out[0] = g.size();
      out[1] = neighbour;
      out[2] = votes;
      out[3] = last;
      out[4] = none;
    }
  }
}

int main() {
  const int n = 1000;
  int host[n], *in, *out, *count;
  for (int i = 0; i < n; ++i) host[i] = i;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMalloc(&count, sizeof(int));
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  for (int factor : {2, 3, 7, 1001}) {
    int kept;
    long long sum = 0;
    cudaMemset(count, 0, sizeof(int));
    keep_multiples<<<4, 256>>>(in, n, factor, out, count);
    cudaMemcpy(&kept, count, sizeof kept, cudaMemcpyDeviceToHost);
    cudaMemcpy(host, out, kept * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < kept; ++i) sum += host[i];
    printf("multiples of %d: %d, sum %lld\n", factor, kept, sum);
  }
  who_is_here<<<1, 32>>>(out);
  cudaMemcpy(host, out, 5 * sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d here, after me %d, votes %x, last %d, %d\n", host[0], host[1], host[2], host[3], host[4]);
  cudaFree(in);
  cudaFree(out);
  cudaFree(count);
}
