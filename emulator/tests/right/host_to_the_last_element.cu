// Memory that the host shares with the device is written to its last byte, by both, and moved by the C library.
#include <cstdio>
#include <cstring>
__global__ void add(char* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] += 1;
}
int main() {
  for (const int n : {1, 3, 63, 1000, 4095, 4096, 4097}) {
    char *managed, *pinned;
    if (cudaMallocManaged(&managed, n) || cudaMallocHost(&pinned, n)) return 3;
    for (int i = 0; i < n; ++i) managed[i] = static_cast<char>(i % 100);
    add<<<(n + 127) / 128, 128>>>(managed, n);
    if (cudaDeviceSynchronize()) return 3;
    std::memcpy(pinned, managed, n);
    add<<<(n + 127) / 128, 128>>>(pinned, n);
    if (cudaDeviceSynchronize()) return 3;
    if (pinned[n - 1] != (n - 1) % 100 + 2) return 1;
    std::memset(managed, 0, n);
    cudaFree(managed);
    cudaFreeHost(pinned);
  }
  std::printf("all of it\n");
}
