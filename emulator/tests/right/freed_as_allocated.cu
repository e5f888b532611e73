// Memory that is freed by the function that belongs to it, products that look like declarations of pointers, and device
// variables that host code names as it may.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>

__device__ float weights[64];
__device__ int calls;
__managed__ int shown[64];

__global__ void weigh(const float* by, float* x, int* counter) {
  x[threadIdx.x] *= by[threadIdx.x];
  if (threadIdx.x == 0) atomicAdd(counter, 1);
}
__global__ void show(const float* x, int* to) {
  to[threadIdx.x] = static_cast<int>(x[threadIdx.x]) + calls;
}

template <class T>
T* address_of(const T& symbol) {
  void* p = nullptr;
  return cudaGetSymbolAddress(&p, symbol) == cudaSuccess ? static_cast<T*>(p) : nullptr;
}

int main() {
  const size_t bytes = 64 * sizeof(float);
  float *pinned, *d, h[64];
  cudaMallocHost(&pinned, bytes);
  cudaMalloc(&d, bytes);
  auto* const registered = static_cast<float*>(std::malloc(bytes));
  cudaHostRegister(registered, bytes, cudaHostRegisterDefault);
  for (int i = 0; i < 64; ++i) pinned[i] = registered[i] = 2;
  cudaMemcpyToSymbol(weights, registered, bytes);
  cudaMemcpy(d, pinned, bytes, cudaMemcpyHostToDevice);
  float* by = nullptr;
  cudaGetSymbolAddress(reinterpret_cast<void**>(&by), weights);
  weigh<<<1, 64>>>(by, d, address_of(calls));
  show<<<1, 64>>>(d, shown);
  cudaMemcpyAsync(pinned, d, bytes, cudaMemcpyDeviceToHost);
  cudaMemcpy(h, d, bytes, cudaMemcpyDeviceToHost);
  cudaDeviceSynchronize();
  int bad = 0;
  for (int i = 0; i < 64; ++i) {
    if (std::fabs(h[i] - std::sqrt(16.0f)) > 1e-3f * pinned[i]) ++bad;
    bad += shown[i] != 5;
  }
  const auto release = [](float* p) { cudaFreeHost(p); };
  { const std::unique_ptr<float, decltype(release)> owner(pinned, release); }
  cudaHostUnregister(registered);
  std::free(registered);
  cudaFree(d);
  const std::unique_ptr<float[]> array(new float[64]);
  std::printf("%d\n", bad);
  return bad != 0;
}
