// Attributes of kernels: limits, dynamic shared memory, carveout, cache preferences.
#include <cstdio>

__constant__ int table[16];
__global__ void kernel(int* p) {
  extern __shared__ int s[];
  s[threadIdx.x] = table[threadIdx.x % 16];
  __syncthreads();
  p[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
template <typename T>
__global__ void generic(T* p) {
  p[threadIdx.x] = T(threadIdx.x);
}

int main() {
  cudaFuncAttributes a;
  printf("%s\n", cudaGetErrorName(cudaFuncGetAttributes(&a, kernel)));
  printf("threads %d, dynamic shared %d, local %zu, some registers %d, version %d\n", a.maxThreadsPerBlock,
         a.maxDynamicSharedSizeBytes, a.localSizeBytes, a.numRegs > 0, a.binaryVersion);
  printf("%s\n", cudaGetErrorName(cudaFuncGetAttributes(&a, (const void*)generic<float>)));
  printf("%s\n",
         cudaGetErrorName(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 100 << 10)));
  cudaFuncGetAttributes(&a, kernel);
  printf("dynamic shared now %d\n", a.maxDynamicSharedSizeBytes);
  printf("%s\n", cudaGetErrorName(cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout, 50)));
  printf("%s\n", cudaGetErrorName(cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout, 500)));
  cudaGetLastError();
  printf("%s\n", cudaGetErrorName(cudaFuncSetCacheConfig(kernel, cudaFuncCachePreferShared)));
  printf("%s\n", cudaGetErrorName(cudaDeviceSetCacheConfig(cudaFuncCachePreferL1)));
  cudaFuncCache config;
  cudaDeviceGetCacheConfig(&config);
  int host[16], *p;
  for (int i = 0; i < 16; ++i) host[i] = i * i;
  cudaMemcpyToSymbol(table, host, sizeof host);
  cudaMalloc(&p, sizeof host);
  kernel<<<1, 16, 100 << 10>>>(p);
  cudaMemcpy(host, p, sizeof host, cudaMemcpyDeviceToHost);
  printf("%d %d %s\n", host[0], host[15], cudaGetErrorName(cudaGetLastError()));
  kernel<<<1, 16, 101 << 10>>>(p);
  printf("one more KB: %s\n", cudaGetErrorName(cudaGetLastError()));
}
