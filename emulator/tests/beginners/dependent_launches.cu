//? silent
// Dependent kernels that wait: each thread before it reads, or one thread before a barrier of its block. What the
// kernel before does not touch may be read and written early.
__global__ void first(int* x, int n) {
  cudaTriggerProgrammaticLaunchCompletion();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i + 1;
}
__global__ void each_waits(const int* x, const int* weight, int* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, w = weight[i];
  cudaGridDependencySynchronize();
  if (i < n) y[i] = w * x[n - 1 - i];
}
__global__ void one_waits(const int* x, const int* weight, int* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, w = weight[i];
  if (threadIdx.x == 0) cudaGridDependencySynchronize();
  __syncthreads();
  if (i < n) y[i] = w * x[n - 1 - i];
}
int main() {
  const int n = 1024;
  int *x, *y, *weight, h[n];
  cudaMalloc(&x, n * sizeof(int));
  cudaMalloc(&y, n * sizeof(int));
  cudaMalloc(&weight, n * sizeof(int));
  for (int i = 0; i < n; i++) h[i] = 2;
  cudaMemcpy(weight, h, sizeof(h), cudaMemcpyHostToDevice);
  cudaStream_t s;
  cudaStreamCreate(&s);
  cudaLaunchAttribute early = {};
  early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  early.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = 4, config.blockDim = 256, config.stream = s, config.attrs = &early, config.numAttrs = 1;
  for (auto* second : {each_waits, one_waits}) {
    first<<<4, 256, 0, s>>>(x, n);
    cudaLaunchKernelEx(&config, second, (const int*)x, (const int*)weight, y, n);
    cudaMemcpyAsync(h, y, sizeof(h), cudaMemcpyDeviceToHost, s);
    cudaStreamSynchronize(s);
    for (int i = 0; i < n; i++) {
      if (h[i] != 2 * (n - i)) return 1;
    }
  }
  cudaStreamDestroy(s);
  cudaFree(x);
  cudaFree(y);
  cudaFree(weight);
}
