// CUB: a block's scan in a kernel, and a sum over the device in two calls.
#include <cstdio>
#include <cub/cub.cuh>
__global__ void scan(const int* in, int* out) {
  using Scan = cub::BlockScan<int, 64>;
  __shared__ typename Scan::TempStorage storage;
  int value = in[blockIdx.x * 64 + threadIdx.x];
  Scan(storage).InclusiveSum(value, value);
  out[blockIdx.x * 64 + threadIdx.x] = value;
}
int main() {
  const int n = 256;
  int h[n], total = 0, *in, *out, *sum;
  for (int i = 0; i < n; ++i) h[i] = i % 3;
  if (cudaMalloc(&in, sizeof h) != cudaSuccess || cudaMalloc(&out, sizeof h) != cudaSuccess) return 3;
  if (cudaMalloc(&sum, sizeof(int)) != cudaSuccess) return 3;
  if (cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice) != cudaSuccess) return 3;
  scan<<<n / 64, 64>>>(in, out);
  void* temporary = nullptr;
  size_t bytes = 0;
  if (cub::DeviceReduce::Sum(temporary, bytes, in, sum, n) != cudaSuccess) return 3;
  if (cudaMalloc(&temporary, bytes) != cudaSuccess) return 3;
  if (cub::DeviceReduce::Sum(temporary, bytes, in, sum, n) != cudaSuccess) return 3;
  int last = 0;
  if (cudaMemcpy(&last, out + 63, sizeof(int), cudaMemcpyDeviceToHost) != cudaSuccess) return 3;
  if (cudaMemcpy(&total, sum, sizeof(int), cudaMemcpyDeviceToHost) != cudaSuccess) return 3;
  std::printf("%d %d\n", last, total);
  if (cudaFree(in) != cudaSuccess || cudaFree(out) != cudaSuccess || cudaFree(sum) != cudaSuccess) return 3;
  if (cudaFree(temporary) != cudaSuccess) return 3;
  return total != 255 || last != 63;
}
