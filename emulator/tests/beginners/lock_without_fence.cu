// A lock that is released without a fence for the data written under it.
#include <cstdio>
struct Lock {
  int* mutex;
  __device__ void lock() {
    while (atomicCAS(mutex, 0, 1) != 0)
      ;
  }
  __device__ void unlock() { atomicExch(mutex, 0); }
};
__global__ void accumulate(Lock l, float* total, float* best) {
  if (threadIdx.x == 0) {
    l.lock();
    *total += 1.5f;  //~ race in global memory
    if (*best < blockIdx.x) *best = blockIdx.x;
    l.unlock();
  }
}
int main() {
  Lock l;
  float *d, h[2] = {0, 0};
  cudaMalloc(&l.mutex, sizeof(int));
  cudaMemset(l.mutex, 0, sizeof(int));
  cudaMalloc(&d, sizeof(h));
  cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
  accumulate<<<32, 64>>>(l, d, d + 1);
  cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%f %f\n", h[0], h[1]);
  cudaFree(d);
  cudaFree(l.mutex);
}
