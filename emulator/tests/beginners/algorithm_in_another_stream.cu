// CUB and Thrust work in the stream that they are given, or in the default stream, for which streams made with
// cudaStreamNonBlocking do not wait. Two calls of CUB in two streams use one workspace.
#include <thrust/device_ptr.h>
#include <thrust/execution_policy.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>

#include <cstdio>
#include <cub/cub.cuh>

constexpr int n = 1 << 12;

__global__ void fill(int* x) {
  x[blockIdx.x * blockDim.x + threadIdx.x] = 1 + threadIdx.x % 7;  //~ no order between streams
}

int main() {
  int *x, *y, *z, *sums, host[2] = {};
  void* workspace = nullptr;
  std::size_t bytes = 0;
  cudaStream_t streams[2];
  for (auto& stream : streams) cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaMalloc(&x, n * sizeof(int));
  cudaMalloc(&y, n * sizeof(int));
  cudaMalloc(&z, n * sizeof(int));
  cudaMalloc(&sums, 2 * sizeof(int));
  cub::DeviceReduce::Sum(workspace, bytes, x, sums, n);
  cudaMalloc(&workspace, bytes);

  fill<<<n / 256, 256, 0, streams[0]>>>(x);
  cub::DeviceReduce::Sum(workspace, bytes, x, sums, n, streams[1]);
  cudaDeviceSynchronize();

  fill<<<n / 256, 256, 0, streams[0]>>>(y);
  thrust::sort(thrust::device_pointer_cast(y), thrust::device_pointer_cast(y + n));
  cudaDeviceSynchronize();

  fill<<<n / 256, 256, 0, streams[0]>>>(z);
  std::printf("%d\n", thrust::reduce(thrust::cuda::par.on(streams[1]), z, z + n));
  cudaDeviceSynchronize();

  for (int i = 0; i < 2; ++i) {
    cub::DeviceReduce::Sum(workspace, bytes, x + i * n / 2, sums + i, n / 2, streams[i]);  //~ no order between streams
  }
  cudaDeviceSynchronize();
  cudaMemcpy(host, sums, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", host[0], host[1]);
  for (auto stream : streams) cudaStreamDestroy(stream);
  for (void* p :
       {static_cast<void*>(x), static_cast<void*>(y), static_cast<void*>(z), static_cast<void*>(sums), workspace})
    cudaFree(p);
}
