// The host writes one half of managed memory while a kernel writes the other: both lie in one page, and nothing is
// shared.
#include <cstdio>

__global__ void fill(int* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = 2 * i;
}

int main() {
  const int n = 400;
  int device = 0, concurrent = 0;
  cudaGetDevice(&device);
  if (cudaDeviceGetAttribute(&concurrent, cudaDevAttrConcurrentManagedAccess, device) != cudaSuccess) return 1;
  int* x = nullptr;
  if (cudaMallocManaged(&x, 2 * n * sizeof(int)) != cudaSuccess) return 1;
  fill<<<(n + 127) / 128, 128>>>(x, n);
  if (cudaGetLastError() != cudaSuccess) return 1;
  if (!concurrent && cudaDeviceSynchronize() != cudaSuccess) return 1;
  for (int i = n; i < 2 * n; ++i) x[i] = 3 * i;
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  long wrong = 0;
  for (int i = 0; i < 2 * n; ++i) wrong += x[i] != (i < n ? 2 : 3) * i;
  std::printf("%ld wrong\n", wrong);
  if (cudaFree(x) != cudaSuccess) return 1;
  return wrong != 0;
}
