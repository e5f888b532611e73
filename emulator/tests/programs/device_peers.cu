// As many devices as there are: kernels on each of them, copies between them, and the errors of peer access.
#include <cstdio>
#include <vector>

__global__ void fill(int* p, int n, int value) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i] = value + i;
}

int main() {
  int devices = 0;
  cudaGetDeviceCount(&devices);
  const int n = 1000;
  std::vector<int*> data(devices);
  std::vector<cudaStream_t> streams(devices);
  for (int d = 0; d < devices; ++d) {
    cudaSetDevice(d);
    cudaStreamCreate(&streams[d]);
    cudaMalloc(&data[d], n * sizeof(int));
    fill<<<(n + 127) / 128, 128, 0, streams[d]>>>(data[d], n, 0);
  }
  int right = 0;
  for (int d = 0; d < devices; ++d) {
    cudaSetDevice(d);
    cudaStreamSynchronize(streams[d]);
    int last = 0, where = -1;
    cudaGetDevice(&where);
    cudaMemcpy(&last, data[d] + n - 1, sizeof last, cudaMemcpyDeviceToHost);
    right += last == n - 1 && where == d;
  }
  printf("all devices right: %d\n", right == devices);
  const int other = devices > 1 ? 1 : 0;
  int* copy;
  cudaSetDevice(other);
  cudaMalloc(&copy, n * sizeof(int));
  printf("%s\n", cudaGetErrorName(cudaMemcpyPeer(copy, other, data[0], 0, n * sizeof(int))));
  printf("%s\n", cudaGetErrorName(cudaMemcpyPeerAsync(copy, other, data[0], 0, 100 * sizeof(int), streams[other])));
  cudaStreamSynchronize(streams[other]);
  int value = 0;
  cudaMemcpy(&value, copy + 99, sizeof value, cudaMemcpyDefault);
  printf("%d\n", value);
  int can = 7;
  cudaDeviceCanAccessPeer(&can, 0, 0);
  printf("a device is no peer of itself: %d, %s\n", can, cudaGetErrorName(cudaDeviceEnablePeerAccess(other, 0)));
  cudaGetLastError();
  printf("no such device: %s %s\n", cudaGetErrorName(cudaDeviceCanAccessPeer(&can, 0, 99)),
         cudaGetErrorName(cudaMemcpyPeer(copy, 99, data[0], 0, 4)));
  cudaGetLastError();
  for (int d = 0; d < devices; ++d) {
    cudaSetDevice(d);
    cudaStreamDestroy(streams[d]);
    cudaFree(data[d]);
  }
  printf("%s\n", cudaGetErrorName(cudaGetLastError()));
}
