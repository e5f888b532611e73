// The runtime's errors: a wrong argument is reported once, a failed kernel in every later call.
#include <cstdio>

__global__ void nothing() {}
__global__ void touch(int* p) {
  *p = 1;
}

static void show(const char* what, cudaError_t error) {
  printf("%s: %s (%s)\n", what, cudaGetErrorName(error), cudaGetErrorString(error));
}

int main() {
  int* p = NULL;
  show("free of a wrong pointer", cudaFree((void*)0x1234));
  show("last error", cudaGetLastError());
  show("and again", cudaGetLastError());
  show("device 99", cudaSetDevice(99));
  cudaGetLastError();
  nothing<<<1, 1, 1 << 20>>>();
  show("too much shared memory", cudaGetLastError());
  show("too much memory", cudaMalloc(&p, (size_t)1 << 50));
  cudaGetLastError();

  touch<<<1, 1>>>(NULL);
  show("launch", cudaGetLastError());
  show("bad address", cudaDeviceSynchronize());
  show("sticky", cudaMalloc(&p, 4));
  return 0;
}
