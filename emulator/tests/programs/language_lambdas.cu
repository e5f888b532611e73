// Device lambdas: passed by value to a kernel template, for host and device, and inside a kernel.
#include <cstdio>

template <typename F>
__global__ void for_each(int n, F f) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) f(i);
}
template <typename F>
void parallel_for(int n, F f) {
  for_each<<<(n + 63) / 64, 64>>>(n, f);
  cudaDeviceSynchronize();
}
template <typename F>
__global__ void reduce_with(const int* in, int n, int* out, F f, int start) {
  int result = start;
  for (int i = 0; i < n; ++i) result = f(result, in[i]);
  *out = result;
}
__global__ void inner(int* out) {
  const int me = threadIdx.x;
  auto square = [](int x) { return x * x; };
  auto shifted = [me](int x) { return x + me; };
  out[me] = shifted(square(me));
}

struct Scaler {
  int factor;
  void run(int* data, int n) {
    const int f = factor;
    parallel_for(n, [=] __device__(int i) { data[i] *= f; });
  }
};

int main() {
  const int n = 200;
  int *data, *result;
  cudaMallocManaged(&data, n * sizeof(int));
  cudaMallocManaged(&result, sizeof(int));
  parallel_for(n, [=] __device__(int i) { data[i] = i + 1; });
  Scaler scaler{3};
  scaler.run(data, n);
  auto larger = [] __host__ __device__(int a, int b) { return a > b ? a : b; };
  reduce_with<<<1, 1>>>(data, n, result, larger, 0);
  cudaDeviceSynchronize();
  printf("largest %d, on the host %d\n", *result, larger(larger(data[0], data[7]), data[3]));
  reduce_with<<<1, 1>>>(
      data, n, result, [] __device__(int a, int b) { return a + b; }, 0);
  cudaDeviceSynchronize();
  printf("sum %d\n", *result);
  inner<<<1, 8>>>(data);
  cudaDeviceSynchronize();
  for (int i = 0; i < 8; ++i) printf("%d%c", data[i], i < 7 ? ' ' : '\n');
  cudaFree(data);
  cudaFree(result);
}
