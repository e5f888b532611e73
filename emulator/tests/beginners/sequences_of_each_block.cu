// The sequence is the thread's number in its block, so all blocks draw the same numbers.
#include <curand_kernel.h>
#include <stdio.h>
__global__ void count_hits(int* hits, int tries) {
  curandState state;
  curand_init(1234, threadIdx.x, 0, &state);  //~ starts each of 256 sequences in 4 threads
  int count = 0;
  for (int k = 0; k < tries; k++) {
    float x = curand_uniform(&state), y = curand_uniform(&state);
    if (x * x + y * y < 1) count++;
  }
  hits[blockIdx.x * blockDim.x + threadIdx.x] = count;
}
int main() {
  const int threads = 1024;
  int h[threads], *d, all = 0;
  cudaMalloc(&d, sizeof(h));
  count_hits<<<4, 256>>>(d, 100);
  cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
  for (int i = 0; i < threads; i++) all += h[i];
  printf("pi = %f\n", 4.0 * all / (threads * 100.0));
  cudaFree(d);
  return 0;
}
