// A kernel writes far out of bounds. Every later call returns the error; cudaGetLastError returns it once.
#include <cstdio>

__global__ void write_at(int* p, size_t i) {
  p[i] = 1;
}
__global__ void add(int* p) {
  ++*p;
}
static void show(const char* what, cudaError_t error) {
  printf("%-16s %s\n", what, cudaGetErrorString(error));
}

int main() {
  int *p, *q = nullptr, host = 0;
  cudaMalloc(&p, sizeof(int));
  cudaMemset(p, 0, sizeof(int));
  add<<<1, 1>>>(p);
  show("before", cudaDeviceSynchronize());
  write_at<<<1, 1>>>(p, (size_t)1 << 45);
  show("launch", cudaGetLastError());
  show("synchronise", cudaDeviceSynchronize());
  show("last error", cudaGetLastError());
  show("again", cudaGetLastError());
  show("malloc", cudaMalloc(&q, 4));
  show("copy", cudaMemcpy(&host, p, 4, cudaMemcpyDeviceToHost));
  add<<<1, 1>>>(p);
  show("another kernel", cudaGetLastError());
  show("name", cudaDeviceSynchronize());
  printf("host %d, q %s\n", host, q ? "set" : "not set");
  show("reset", cudaDeviceReset());
}
