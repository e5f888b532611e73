// Memory of one stream that another uses and frees: events order them; and that the default stream uses, and the host.
#include <cstdio>
__global__ void fill(int* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i;
}
__global__ void next(const int* x, int* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i] + 1;
}
int main() {
  const int n = 4096;
  int *x, *y, *by_host, last[2];
  cudaStream_t first, second;
  cudaEvent_t filled;
  if (cudaStreamCreate(&first) || cudaStreamCreate(&second) || cudaEventCreate(&filled)) return 3;
  if (cudaMallocAsync(&x, n * sizeof(int), first) || cudaMallocAsync(&y, n * sizeof(int), second)) return 3;
  fill<<<16, 256, 0, first>>>(x, n);
  if (cudaEventRecord(filled, first) || cudaStreamWaitEvent(second, filled, 0)) return 3;
  next<<<16, 256, 0, second>>>(x, y, n);
  if (cudaFreeAsync(x, second)) return 3;
  if (cudaMemcpy(&last[0], y + n - 1, sizeof(int), cudaMemcpyDeviceToHost)) return 3;  // the default stream waits
  if (cudaFreeAsync(y, first)) return 3;                                               // the host has waited
  if (cudaMallocAsync(&by_host, n * sizeof(int), first) || cudaStreamSynchronize(first)) return 3;
  fill<<<16, 256, 0, second>>>(by_host, n);
  if (cudaMemcpy(&last[1], by_host + n - 1, sizeof(int), cudaMemcpyDeviceToHost)) return 3;
  if (cudaFree(by_host)) return 3;
  std::printf("%d %d\n", last[0], last[1]);
  cudaEventDestroy(filled);
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
  return last[0] == n && last[1] == n - 1 ? 0 : 1;
}
