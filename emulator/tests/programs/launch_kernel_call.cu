// cudaLaunchKernel, cudaLaunchKernelExC and cudaLaunchKernelEx: launches without <<<>>>.
#include <cstdio>

struct Range {
  int first, step;
};
__global__ void sequence(int* out, Range range, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = range.first + i * range.step;
}
template <typename T>
__global__ void scale(T* data, T factor, int n) {
  extern __shared__ unsigned char memory[];
  T* copy = reinterpret_cast<T*>(memory);
  const int i = threadIdx.x;
  copy[i] = i < n ? data[i] : T(0);
  __syncthreads();
  if (i < n) data[i] = copy[n - 1 - i] * factor;
}

void print(const char* what, const int* device, int n) {
  int host[16];
  cudaMemcpy(host, device, n * sizeof(int), cudaMemcpyDeviceToHost);
  printf("%-20s", what);
  for (int i = 0; i < n; ++i) printf(" %d", host[i]);
  printf("\n");
}

int main() {
  int n = 8, *data;
  cudaMalloc(&data, n * sizeof(int));
  Range range = {5, 2};
  void* arguments[] = {&data, &range, &n};
  cudaError_t error = cudaLaunchKernel((void*)sequence, dim3(2), dim3(4), arguments, 0, 0);
  print("cudaLaunchKernel", data, n);

  int factor = 3;
  void* scale_arguments[] = {&data, &factor, &n};
  error = cudaLaunchKernel((const void*)scale<int>, 1, 32, scale_arguments, 32 * sizeof(int), nullptr);
  print("with shared memory", data, n);

  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaLaunchConfig_t config = {};
  config.gridDim = 1;
  config.blockDim = dim3(8);
  config.dynamicSmemBytes = 8 * sizeof(int);
  config.stream = stream;
  error = cudaLaunchKernelEx(&config, scale<int>, data, 2, n);
  cudaStreamSynchronize(stream);
  print("cudaLaunchKernelEx", data, n);
  range.first = 100;
  config.dynamicSmemBytes = 0;
  cudaLaunchAttribute attribute;
  attribute.id = cudaLaunchAttributePriority;
  attribute.val.priority = 0;
  config.attrs = &attribute;
  config.numAttrs = 1;
  error = cudaLaunchKernelExC(&config, (void*)sequence, arguments);
  cudaStreamSynchronize(stream);
  print("cudaLaunchKernelExC", data, n);
  printf("%s\n", cudaGetErrorString(error));
  cudaStreamDestroy(stream);
  cudaFree(data);
}
