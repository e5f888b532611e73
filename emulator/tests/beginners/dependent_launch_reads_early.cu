// The second kernel may start before the first one has ended, and reads before it waits for it.
#include <cstdio>
__global__ void first(int* x, int n) {
  cudaTriggerProgrammaticLaunchCompletion();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i + 1;
}
__global__ void second(const int* x, int* y, int n) {
  const int last = x[n - 1];  //~ access before the grid dependency
  cudaGridDependencySynchronize();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i] + last;
}
//= dependent_launch_reads_early.cu:9 reads what dependent_launch_reads_early.cu:6 of the kernel before writes
int main() {
  const int n = 1024;
  int *x, *y, h = 0;
  cudaMalloc(&x, n * sizeof(int));
  cudaMalloc(&y, n * sizeof(int));
  cudaStream_t s;
  cudaStreamCreate(&s);
  first<<<4, 256, 0, s>>>(x, n);
  cudaLaunchAttribute early = {};
  early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  early.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = 4, config.blockDim = 256, config.stream = s, config.attrs = &early, config.numAttrs = 1;
  cudaLaunchKernelEx(&config, second, (const int*)x, y, n);
  cudaMemcpyAsync(&h, y, sizeof(h), cudaMemcpyDeviceToHost, s);
  cudaStreamSynchronize(s);
  printf("%d\n", h);
  cudaStreamDestroy(s);
  cudaFree(x);
  cudaFree(y);
}
