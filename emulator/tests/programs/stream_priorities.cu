// Stream priorities, stream ids, and the handles of the per-thread and legacy default streams.
#include <cstdio>

__global__ void add(int* p, int v) {
  atomicAdd(p, v);
}

int main() {
  int least, greatest;
  cudaDeviceGetStreamPriorityRange(&least, &greatest);
  printf("least %d, a greater one is smaller: %s\n", least, greatest < least ? "yes" : "no");
  cudaStream_t low, high;
  cudaStreamCreateWithPriority(&low, cudaStreamNonBlocking, least);
  cudaStreamCreateWithPriority(&high, cudaStreamNonBlocking, greatest);
  int priority;
  cudaStreamGetPriority(low, &priority);
  printf("low has the least: %d\n", priority == least);
  cudaStreamGetPriority(high, &priority);
  printf("high has the greatest: %d\n", priority == greatest);
  cudaStream_t beyond;
  cudaStreamCreateWithPriority(&beyond, cudaStreamDefault, greatest - 100);
  cudaStreamGetPriority(beyond, &priority);
  printf("beyond the range: clamped %d\n", priority == greatest);

  int *p, value;
  cudaMalloc(&p, sizeof(int));
  cudaMemsetAsync(p, 0, sizeof(int), low);
  cudaStreamSynchronize(low);
  add<<<1, 10, 0, low>>>(p, 1);
  add<<<1, 10, 0, high>>>(p, 10);
  add<<<1, 10, 0, cudaStreamPerThread>>>(p, 100);
  add<<<1, 10, 0, cudaStreamLegacy>>>(p, 1000);
  add<<<1, 10>>>(p, 10000);
  cudaDeviceSynchronize();
  cudaMemcpy(&value, p, sizeof value, cudaMemcpyDeviceToHost);
  printf("%d\n", value);
  unsigned long long id_low, id_high;
  cudaStreamGetId(low, &id_low);
  cudaStreamGetId(high, &id_high);
  printf("different ids: %d\n", id_low != id_high);
  cudaStreamDestroy(low);
  cudaStreamDestroy(high);
  cudaStreamDestroy(beyond);
  cudaFree(p);
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
}
