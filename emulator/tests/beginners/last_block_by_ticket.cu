// The block that draws the last ticket reads what no fence has made visible.
#include <cstdio>
__device__ int blockMaximum(int v, int* s) {
  int t = threadIdx.x;
  s[t] = v;
  __syncthreads();
  for (int k = 64; k > 0; k >>= 1) {
    if (t < k) s[t] = max(s[t], s[t + k]);
    __syncthreads();
  }
  return s[0];
}
__global__ void maximum(const int* x, int* perBlock, unsigned* ticket, int* result) {
  __shared__ int s[128];
  __shared__ bool amLast;
  int best = blockMaximum(x[blockIdx.x * 128 + threadIdx.x], s);
  if (threadIdx.x == 0) {
    perBlock[blockIdx.x] = best;
    unsigned before = atomicInc(ticket, gridDim.x);  //~ no __threadfence() stands between its store to perBlock
    amLast = before == gridDim.x - 1;
  }
  __syncthreads();
  if (amLast && threadIdx.x == 0) {
    int all = perBlock[0];  //~ race in global memory
    for (int b = 1; b < gridDim.x; b++) all = max(all, perBlock[b]);
    *result = all;
  }
}
int main() {
  const int blocks = 6, n = blocks * 128;
  static int h[n];
  for (int i = 0; i < n; i++) h[i] = i * 7919 % 10007;
  int *x, *p, *r, result;
  unsigned* ticket;
  cudaMalloc(&x, sizeof(h));
  cudaMalloc(&p, blocks * sizeof(int));
  cudaMalloc(&r, sizeof(int));
  cudaMalloc(&ticket, sizeof(unsigned));
  cudaMemset(ticket, 0, sizeof(unsigned));
  cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
  maximum<<<blocks, 128>>>(x, p, ticket, r);
  cudaMemcpy(&result, r, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", result);
  cudaFree(x);
  cudaFree(p);
  cudaFree(r);
  cudaFree(ticket);
}
