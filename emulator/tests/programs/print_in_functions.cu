// printf in device functions: all lanes print where the kernel calls the function, wherever it is defined.
#include <cstdio>

struct Logger {
  int depth;
  __device__ void note(const char* what) const { printf("%*s thread %d: %s\n", depth, "", threadIdx.x, what); }
};

__device__ void report(int value) {
  printf("  thread %d reports %d\n", threadIdx.x, value);
}

__device__ int twice(int value) {
  report(value);
  printf("  thread %d doubles it\n", threadIdx.x);
  return 2 * value;
}

__global__ void kernel() {
  const int t = threadIdx.x;
  if (t == 0) printf("first thread\n");
  if (t > 0 && t < 4) printf("thread %d has passed\n", t);
  if (t == 0) report(100);
  const int result = t < 3 ? twice(t) : 0;
  if (t < 4) printf("thread %d has %d\n", t, result);
  const Logger logger{2};
  if (t == 2) logger.note("leaves");
  if (t == 1) {
    logger.note("stays");
    report(-1);
  }
  if (t == 0) printf("end\n");
}

int main() {
  kernel<<<1, 32>>>();
  cudaDeviceSynchronize();
}
