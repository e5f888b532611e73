// A constructor and a member's initialiser for __shared__ variables: none of them runs.
#include <cstdio>
struct Range {
  float low, high;
  __host__ __device__ Range() : low(1e30f), high(-1e30f) {}
};
struct Count {
  int n = 0;
};
__global__ void range_of(const float* x, Range* found) {
  __shared__ Range ranges[32];  //~ no constructor runs for the __shared__ variable ranges
  int t = threadIdx.x;
  ranges[t].low = fminf(ranges[t].low, x[t]);  //~ uninitialised
  ranges[t].high = fmaxf(ranges[t].high, x[t]);
  __syncthreads();
  if (t == 0) found[blockIdx.x] = ranges[31];
}
__global__ void count(int* counted) {
  __shared__ Count count;  //~ nothing initialises the __shared__ variable count
  atomicAdd(&count.n, 1);
  __syncthreads();
  if (threadIdx.x == 0) counted[blockIdx.x] = count.n;
}
int main() {
  float* x;
  Range* found;
  int* counted;
  cudaMallocManaged(&x, 32 * sizeof(float));
  cudaMallocManaged(&found, sizeof(Range));
  cudaMallocManaged(&counted, sizeof(int));
  for (int i = 0; i < 32; i++) x[i] = 100 + i;
  range_of<<<1, 32>>>(x, found);
  count<<<1, 32>>>(counted);
  cudaDeviceSynchronize();
  printf("%g to %g, %d\n", found->low, found->high, *counted);  //= 0 to 131, 32
  cudaFree(x);
  cudaFree(found);
  cudaFree(counted);
}
