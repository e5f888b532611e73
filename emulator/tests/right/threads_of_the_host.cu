// Host threads, each with its own stream and arrays.
#include <atomic>
#include <thread>
#include <vector>
__global__ void triangle(unsigned long long* out, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 1ull * i * (i + 1) / 2;
}
int main() {
  std::atomic<int> wrong{0};
  std::vector<std::thread> workers;
  for (unsigned w = 0; w < 3; ++w) {
    workers.emplace_back([w, &wrong] {
      const unsigned n = 500 + 100 * w;
      cudaStream_t stream;
      unsigned long long* d = nullptr;
      std::vector<unsigned long long> h(n);
      bool ok = cudaStreamCreate(&stream) == cudaSuccess && cudaMalloc(&d, n * sizeof *d) == cudaSuccess;
      triangle<<<(n + 63) / 64, 64, 0, stream>>>(d, n);
      ok = ok && cudaGetLastError() == cudaSuccess;
      ok = ok && cudaMemcpyAsync(h.data(), d, n * sizeof *d, cudaMemcpyDeviceToHost, stream) == cudaSuccess;
      ok = ok && cudaStreamSynchronize(stream) == cudaSuccess;
      for (unsigned i = 0; ok && i < n; ++i) ok = h[i] == 1ull * i * (i + 1) / 2;
      ok = cudaFree(d) == cudaSuccess && ok;
      ok = cudaStreamDestroy(stream) == cudaSuccess && ok;
      wrong += !ok;
    });
  }
  for (auto& t : workers) t.join();
  return wrong;
}
