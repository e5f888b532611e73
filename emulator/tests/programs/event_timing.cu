// Timing with events: elapsed times are not negative and add up. Also the state of events, and timing with clock64.
#include <cstdio>

__global__ void spin(int turns, long long* ticks) {
  const long long begin = clock64();
  volatile int x = 0;
  for (int i = 0; i < turns; ++i) x = x + i;
  const long long end = clock64();
  *ticks = end - begin;
}
__global__ void sleep(unsigned ns) {
  __nanosleep(ns);
}

int main() {
  cudaEvent_t events[3];
  for (cudaEvent_t& e : events) cudaEventCreate(&e);
  long long *ticks, host;
  cudaMalloc(&ticks, sizeof *ticks);
  cudaEventRecord(events[0]);
  spin<<<1, 1>>>(100000, ticks);
  cudaEventRecord(events[1], 0);
  sleep<<<1, 1>>>(1000);
  clock_t host_clock = clock();
  cudaEventRecord(events[2], 0);
  cudaEventSynchronize(events[2]);
  float first, second, both, backwards;
  cudaEventElapsedTime(&first, events[0], events[1]);
  cudaEventElapsedTime(&second, events[1], events[2]);
  cudaEventElapsedTime(&both, events[0], events[2]);
  cudaEventElapsedTime(&backwards, events[1], events[0]);
  cudaMemcpy(&host, ticks, sizeof host, cudaMemcpyDeviceToHost);
  printf("took time: %d %d, add up: %d, backwards is negative: %d\n", first > 0, second > 0,
         fabsf(first + second - both) < 0.01f, backwards < 0);
  printf("ticks went by: %d, host clock too: %d\n", host > 0, clock() >= host_clock);
  printf("done: %s\n", cudaGetErrorName(cudaEventQuery(events[2])));
  cudaEventRecord(events[0]);
  cudaEventSynchronize(events[0]);
  cudaEventElapsedTime(&backwards, events[2], events[0]);
  printf("recorded again, later: %d\n", backwards >= 0);
  for (cudaEvent_t e : events) cudaEventDestroy(e);
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
  cudaFree(ticks);
}
