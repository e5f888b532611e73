// All devices take a part each; the host puts the parts together.
#include <iostream>
#include <vector>

__global__ void squares(long long* out, int from, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = (long long)(from + i) * (from + i);
}

struct Part {
  int device, from, n;
  long long* memory;
  cudaStream_t stream;
};

int main() {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) return 77;
  const int n = 9001;
  std::vector<long long> all(n);
  std::vector<Part> parts;
  for (int d = 0, from = 0; d < devices; ++d) {
    Part p{d, from, n / devices + (d < n % devices), nullptr, nullptr};
    cudaSetDevice(d);
    cudaStreamCreate(&p.stream);
    cudaMalloc(&p.memory, p.n * sizeof(long long));
    squares<<<(p.n + 255) / 256, 256, 0, p.stream>>>(p.memory, p.from, p.n);
    from += p.n;
    parts.push_back(p);
  }
  for (Part& p : parts) {
    cudaSetDevice(p.device);
    cudaMemcpyAsync(all.data() + p.from, p.memory, p.n * sizeof(long long), cudaMemcpyDeviceToHost, p.stream);
  }
  for (Part& p : parts) {
    cudaSetDevice(p.device);
    cudaStreamSynchronize(p.stream);
    cudaStreamDestroy(p.stream);
    cudaFree(p.memory);
  }
  for (long long i = 0; i < n; ++i)
    if (all[i] != i * i) return std::cerr << i << " is wrong\n", 1;
}
