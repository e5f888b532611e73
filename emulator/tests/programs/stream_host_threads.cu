// Several host threads, each with its own stream and its own last error.
#include <cstdio>
#include <thread>
#include <vector>

__global__ void sum_of_squares(int n, unsigned long long* out) {
  unsigned long long sum = 0;
  for (int i = threadIdx.x + 1; i <= n; i += blockDim.x) sum += (unsigned long long)i * i;
  atomicAdd(out, sum);
}

void worker(int id, unsigned long long* result, cudaError_t* error) {
  cudaSetDevice(0);
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  unsigned long long* device;
  cudaMalloc(&device, sizeof *device);
  cudaMemsetAsync(device, 0, sizeof *device, stream);
  sum_of_squares<<<1, 64, 0, stream>>>(100 * (id + 1), device);
  cudaMemcpyAsync(result, device, sizeof *result, cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  if (id == 2) cudaSetDevice(-1);  // this thread's error only
  *error = cudaGetLastError();
  cudaStreamDestroy(stream);
  cudaFree(device);
}

int main() {
  const int n = 4;
  unsigned long long* results;
  cudaMallocHost(&results, n * sizeof *results);
  cudaError_t errors[n];
  std::vector<std::thread> threads;
  for (int i = 0; i < n; ++i) threads.emplace_back(worker, i, results + i, errors + i);
  for (std::thread& t : threads) t.join();
  for (int i = 0; i < n; ++i) {
    const unsigned long long m = 100 * (i + 1), expected = m * (m + 1) * (2 * m + 1) / 6;
    printf("thread %d: %llu, right %d, %s\n", i, results[i], results[i] == expected, cudaGetErrorName(errors[i]));
  }
  printf("main thread: %s\n", cudaGetErrorName(cudaGetLastError()));
  cudaFreeHost(results);
}
