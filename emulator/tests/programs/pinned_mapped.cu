// Pinned memory that kernels read in place, registered memory, and stream-ordered allocation.
#include <cstdio>
#include <vector>

__global__ void add_to(const int* in, int* out, int n, int add) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] + add;
}

int main() {
  const int n = 1000;
  int *host, *view;
  cudaHostAlloc((void**)&host, n * sizeof(int), cudaHostAllocMapped);
  cudaHostGetDevicePointer((void**)&view, host, 0);
  for (int i = 0; i < n; ++i) host[i] = i;
  add_to<<<4, 256>>>(view, view, n, 5);
  cudaDeviceSynchronize();
  printf("mapped: %d %d\n", host[0], host[n - 1]);

  std::vector<int> plain(n, 7);
  cudaHostRegister(plain.data(), n * sizeof(int), cudaHostRegisterDefault);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  int* device;
  cudaMallocAsync(&device, n * sizeof(int), stream);
  cudaMemcpyAsync(device, plain.data(), n * sizeof(int), cudaMemcpyHostToDevice, stream);
  add_to<<<4, 256, 0, stream>>>(device, device, n, 1);
  cudaMemcpyAsync(plain.data(), device, n * sizeof(int), cudaMemcpyDeviceToHost, stream);
  cudaFreeAsync(device, stream);
  cudaStreamSynchronize(stream);
  printf("registered: %d %d\n", plain[0], plain[n - 1]);
  cudaPointerAttributes attributes;
  cudaPointerGetAttributes(&attributes, host);
  printf("pinned memory is host memory: %s\n", attributes.type == cudaMemoryTypeHost ? "yes" : "no");
  cudaHostUnregister(plain.data());
  cudaStreamDestroy(stream);
  cudaFreeHost(host);
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
}
