// Stream-ordered allocation: pools, thresholds, statistics, reuse.
#include <cstdio>

__global__ void fill(int* p, int value, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i] = value + i;
}
__global__ void add(const int* a, const int* b, int* c, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

int main() {
  int supported = 0;
  cudaDeviceGetAttribute(&supported, cudaDevAttrMemoryPoolsSupported, 0);
  printf("pools: %s\n", supported ? "yes" : "no");
  const int n = 1 << 16;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMemPool_t pool;
  cudaDeviceGetDefaultMemPool(&pool, 0);
  unsigned long long keep = ~0ull;
  cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep);
  for (int round = 0; round < 3; ++round) {
    int *a, *b, *c, last;
    cudaMallocAsync(&a, n * sizeof(int), stream);
    cudaMallocAsync(&b, n * sizeof(int), stream);
    cudaMallocAsync((void**)&c, n * sizeof(int), stream);
    fill<<<n / 256, 256, 0, stream>>>(a, round, n);
    fill<<<n / 256, 256, 0, stream>>>(b, 10, n);
    add<<<n / 256, 256, 0, stream>>>(a, b, c, n);
    cudaFreeAsync(a, stream);
    cudaFreeAsync(b, stream);
    cudaMemcpyAsync(&last, c + n - 1, sizeof last, cudaMemcpyDeviceToHost, stream);
    cudaFreeAsync(c, stream);
    cudaStreamSynchronize(stream);
    printf("round %d: %d\n", round, last);
  }
  unsigned long long used = 1;
  cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used);
  printf("in use %llu\n", used);
  cudaMemPoolTrimTo(pool, 0);

  cudaMemPoolProps properties = {};
  properties.allocType = cudaMemAllocationTypePinned;
  properties.location.type = cudaMemLocationTypeDevice;
  properties.location.id = 0;
  cudaMemPool_t own;
  printf("create: %s\n", cudaGetErrorName(cudaMemPoolCreate(&own, &properties)));
  int *p, first[2];
  cudaMallocFromPoolAsync(&p, 2 * sizeof(int), own, stream);
  fill<<<1, 2, 0, stream>>>(p, 40, 2);
  cudaMemcpyAsync(first, p, sizeof first, cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  printf("%d %d\n", first[0], first[1]);
  cudaFree(p);  // the ordinary call frees it as well
  cudaMemPoolDestroy(own);
  cudaStreamDestroy(stream);
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
}
