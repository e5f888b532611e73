// A diamond of dependencies across three streams, with events; non-blocking streams and the default stream.
#include <cstdio>

__global__ void set(int* p, int value) {
  *p = value;
}
__global__ void times(int* p, const int* q, int factor) {
  *p = *q * factor;
}
__global__ void sum(int* p, const int* a, const int* b) {
  *p = *a + *b;
}

int main() {
  int* v;
  cudaMalloc(&v, 4 * sizeof(int));
  cudaStream_t a, b, c;
  cudaStreamCreate(&a);
  cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&c, cudaStreamNonBlocking);
  cudaEvent_t set_done, b_done, c_done;
  cudaEventCreateWithFlags(&set_done, cudaEventDisableTiming);
  cudaEventCreateWithFlags(&b_done, cudaEventDisableTiming | cudaEventBlockingSync);
  cudaEventCreate(&c_done);
  for (int round = 1; round <= 3; ++round) {
    set<<<1, 1, 0, a>>>(v, round);
    cudaEventRecord(set_done, a);
    cudaStreamWaitEvent(b, set_done, 0);
    cudaStreamWaitEvent(c, set_done);
    times<<<1, 1, 0, b>>>(v + 1, v, 10);
    times<<<1, 1, 0, c>>>(v + 2, v, 100);
    cudaEventRecord(b_done, b);
    cudaEventRecord(c_done, c);
    cudaStreamWaitEvent(a, b_done, 0);
    cudaStreamWaitEvent(a, c_done, 0);
    sum<<<1, 1, 0, a>>>(v + 3, v + 1, v + 2);
    int result;
    cudaMemcpyAsync(&result, v + 3, sizeof result, cudaMemcpyDeviceToHost, a);
    cudaStreamSynchronize(a);
    printf("round %d: %d\n", round, result);
  }
  printf("queries: %s %s %s\n", cudaGetErrorName(cudaStreamQuery(a)), cudaGetErrorName(cudaEventQuery(b_done)),
         cudaGetErrorName(cudaEventQuery(c_done)));
  float ms;
  printf("no timing: %s\n", cudaGetErrorName(cudaEventElapsedTime(&ms, set_done, c_done)));
  cudaGetLastError();
  cudaEvent_t never;
  cudaEventCreate(&never);
  printf("never recorded: query %s, elapsed %s\n", cudaGetErrorName(cudaEventQuery(never)),
         cudaGetErrorName(cudaEventElapsedTime(&ms, never, c_done)));
  cudaGetLastError();
  unsigned int flags;
  cudaStreamGetFlags(b, &flags);
  printf("flags %u\n", flags);
  for (cudaEvent_t e : {set_done, b_done, c_done, never}) cudaEventDestroy(e);
  for (cudaStream_t s : {a, b, c}) cudaStreamDestroy(s);
  cudaFree(v);
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
}
