// std::unique_ptr with deleters for memory, streams and events.
#include <cstdio>
#include <memory>
#include <vector>

struct Free {
  void operator()(void* p) const { cudaFree(p); }
};
template <class T>
using device_ptr = std::unique_ptr<T[], Free>;
template <class T>
device_ptr<T> make_device(std::size_t n) {
  void* p = nullptr;
  if (cudaMalloc(&p, n * sizeof(T)) != cudaSuccess) std::abort();
  return device_ptr<T>(static_cast<T*>(p));
}
using stream_ptr = std::unique_ptr<CUstream_st, decltype(&cudaStreamDestroy)>;
stream_ptr make_stream() {
  cudaStream_t s = nullptr;
  if (cudaStreamCreate(&s) != cudaSuccess) std::abort();
  return {s, &cudaStreamDestroy};
}

__global__ void fill(short* p, int n, short v) {
  const int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < n) p[i] = v + i % 7;
}

int main() {
  constexpr int n = 777;
  auto memory = make_device<short>(n);
  auto stream = make_stream();
  fill<<<7, 128, 0, stream.get()>>>(memory.get(), n, 40);
  std::vector<short> host(n);
  auto e = cudaMemcpyAsync(host.data(), memory.get(), n * sizeof(short), cudaMemcpyDeviceToHost, stream.get());
  if (e == cudaSuccess) e = cudaStreamSynchronize(stream.get());
  if (e != cudaSuccess) return std::printf("%s\n", cudaGetErrorName(e)), 1;
  for (int i = 0; i < n; ++i)
    if (host[i] != 40 + i % 7) return 1;
}
