// Two branches of work between streams, joined by events; events also measure the time.
#include <cstdio>

__global__ void first(int* a) {
  a[threadIdx.x] = threadIdx.x;
}
__global__ void left(const int* a, int* b) {
  b[threadIdx.x] = a[threadIdx.x] * 2;
}
__global__ void right(const int* a, int* c) {
  c[threadIdx.x] = a[threadIdx.x] + 100;
}
__global__ void join(const int* b, const int* c, int* d) {
  d[threadIdx.x] = b[threadIdx.x] + c[threadIdx.x];
}

int main() {
  int* m;
  cudaMalloc(&m, 4 * 64 * sizeof(int));
  int *a = m, *b = m + 64, *c = m + 128, *d = m + 192;
  cudaStream_t one, two;
  cudaStreamCreate(&one);
  cudaStreamCreate(&two);
  cudaEvent_t start, made, half, end;
  cudaEventCreate(&start);
  cudaEventCreate(&end);
  cudaEventCreateWithFlags(&made, cudaEventDisableTiming);
  cudaEventCreateWithFlags(&half, cudaEventDisableTiming);
  cudaEventRecord(start, one);
  first<<<1, 64, 0, one>>>(a);
  cudaEventRecord(made, one);
  cudaStreamWaitEvent(two, made, 0);
  left<<<1, 64, 0, one>>>(a, b);
  right<<<1, 64, 0, two>>>(a, c);
  cudaEventRecord(half, two);
  cudaStreamWaitEvent(one, half, 0);
  join<<<1, 64, 0, one>>>(b, c, d);
  cudaEventRecord(end, one);
  cudaEventSynchronize(end);
  float ms = 0;
  cudaEventElapsedTime(&ms, start, end);
  int h[64];
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  bool fine = ms >= 0;
  for (int i = 0; i < 64; ++i) fine = fine && h[i] == 3 * i + 100;
  for (cudaEvent_t e : {start, made, half, end}) cudaEventDestroy(e);
  cudaStreamDestroy(one);
  cudaStreamDestroy(two);
  cudaFree(m);
  std::puts(fine ? "ok" : "wrong");
  return fine ? 0 : 1;
}
