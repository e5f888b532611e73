// Each host thread has its own default stream.
// options: --default-stream per-thread
#include <cstdio>
#include <thread>

__global__ void powers(float* x, int n) {
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x) x[i] = i * 0.5f * i;
}
void worker(float* last) {
  const int n = 1 << 12;
  float* data;
  cudaMalloc(&data, n * sizeof(float));
  powers<<<1, 64>>>(data, n);
  cudaMemcpyAsync(last, data + n - 1, sizeof(float), cudaMemcpyDeviceToHost);
  cudaStreamSynchronize(0);
  cudaFree(data);
}

int main() {
  const int threads = 4;
  float* results;
  cudaMallocHost(&results, threads * sizeof(float));
  std::thread all[threads];
  for (int i = 0; i < threads; ++i) all[i] = std::thread(worker, results + i);
  for (std::thread& t : all) t.join();
  for (int i = 0; i < threads; ++i) printf("%.1f ", results[i]);
  printf("\n");
  unsigned flags = 9;
  cudaStreamGetFlags(cudaStreamPerThread, &flags);
  printf("flags %u, %s\n", flags, cudaGetErrorString(cudaDeviceSynchronize()));
  cudaFreeHost(results);
  cudaDeviceReset();
}
