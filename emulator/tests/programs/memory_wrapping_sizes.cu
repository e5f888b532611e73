// Sizes that are negative, or whose products wrap to small ones: what every call says to them.
#include <cuda_runtime.h>

#include <cstdio>

void say(const char* what, cudaError_t error) {
  printf("%s: %s\n", what, cudaGetErrorName(error));
  cudaGetLastError();
}

int main() {
  const size_t negative = (size_t)-4, quarter = (size_t)1 << 62;
  char host[64] = {}, *device = nullptr;
  cudaMalloc(&device, 64);
  cudaMemset(device, 7, 64);

  say("cudaMemcpy to the device", cudaMemcpy(device + 32, host, negative, cudaMemcpyHostToDevice));
  say("cudaMemcpy to the host", cudaMemcpy(host, device + 32, negative, cudaMemcpyDeviceToHost));
  say("cudaMemcpyAsync", cudaMemcpyAsync(device + 32, device, negative, cudaMemcpyDeviceToDevice));
  say("cudaMemset", cudaMemset(device + 32, 0, negative));
  say("cudaMemsetAsync", cudaMemsetAsync(device + 32, 0, negative));
  say("cudaMemcpy2D", cudaMemcpy2D(device, 16, host, 16, 16, quarter + 1, cudaMemcpyHostToDevice));
  say("cudaMemset2D", cudaMemset2D(device, 16, 0, 16, quarter + 1));
  say("cudaMemset3D", cudaMemset3D(make_cudaPitchedPtr(device, 16, 16, 2), 0, make_cudaExtent(16, 2, 3)));

  void* p = nullptr;
  size_t pitch = 0;
  cudaPitchedPtr field;
  say("cudaMalloc", cudaMalloc(&p, negative));
  say("cudaMallocHost", cudaMallocHost(&p, negative));
  say("cudaMallocManaged", cudaMallocManaged(&p, negative));
  say("cudaMallocAsync", cudaMallocAsync(&p, negative, 0));
  say("cudaMallocPitch, wide", cudaMallocPitch(&p, &pitch, negative, 1));
  say("cudaMallocPitch, high", cudaMallocPitch(&p, &pitch, 1, negative));
  say("cudaMalloc3D", cudaMalloc3D(&field, make_cudaExtent(1, negative, 2)));
  say("cudaHostRegister", cudaHostRegister(host, negative, cudaHostRegisterDefault));

  int changed = 0;
  cudaMemcpy(host, device, 64, cudaMemcpyDeviceToHost);
  for (char byte : host) changed += byte != 7;
  printf("changed bytes: %d\n", changed);
  cudaFree(device);
}
