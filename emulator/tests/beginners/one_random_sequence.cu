// All threads start the same sequence.
#include <curand_kernel.h>

#include <cstdio>
__global__ void setup(curandState* st, unsigned long seed) {
  int id = threadIdx.x + blockIdx.x * blockDim.x;
  curand_init(seed, 0, 0, &st[id]);  //~ one random sequence for many threads
}
__global__ void throwDarts(curandState* st, unsigned int* hits, int tries) {
  int id = threadIdx.x + blockIdx.x * blockDim.x;
  curandState local = st[id];
  unsigned int h = 0;
  for (int i = 0; i < tries; i++) {
    float x = curand_uniform(&local), y = curand_uniform(&local);
    if (x * x + y * y <= 1.0f) h++;
  }
  st[id] = local;
  atomicAdd(hits, h);
}
int main() {
  const int threads = 64, blocks = 4, tries = 20;
  curandState* d_states;
  unsigned int *d_hits, hits = 0;
  cudaMalloc(&d_states, threads * blocks * sizeof(curandState));
  cudaMalloc(&d_hits, sizeof(unsigned int));
  cudaMemset(d_hits, 0, sizeof(unsigned int));
  setup<<<blocks, threads>>>(d_states, 1234UL);
  throwDarts<<<blocks, threads>>>(d_states, d_hits, tries);
  cudaMemcpy(&hits, d_hits, sizeof(hits), cudaMemcpyDeviceToHost);
  printf("pi = %f\n", 4.0 * hits / (threads * blocks * tries));
  cudaFree(d_states);
  cudaFree(d_hits);
}
