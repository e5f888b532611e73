// nvcc several_gpus.cu && ./a.out
//
// Each GPU adds up its part of an array. There is one host thread per GPU, because each host thread has its own current
// device, and all of its calls go to that device. CUDA_VISIBLE_DEVICES=1 ./a.out runs it on the second GPU alone, which
// is then number 0.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

#define CHECK(call)                                                                                  \
  do {                                                                                               \
    const cudaError_t error = (call);                                                                \
    if (error != cudaSuccess) {                                                                      \
      std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(error)); \
      std::_Exit(3); /* at once, for all threads: the others may wait for their GPU */               \
    }                                                                                                \
  } while (0)

__global__ void sum_kernel(const int* x, int n, unsigned long long* sum) {
  unsigned long long mine = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) mine += x[i];
  atomicAdd(sum, mine);
}

// The sum of n numbers in host memory, by one GPU.
void sum_on(int device, const int* x, int n, unsigned long long* sum) {
  CHECK(cudaSetDevice(device));  // for this thread: all further memory, copies and kernels are on this GPU

  int* d_x;
  unsigned long long* d_sum;
  CHECK(cudaMalloc(&d_x, n * sizeof(int)));
  CHECK(cudaMalloc(&d_sum, sizeof *d_sum));
  CHECK(cudaMemcpy(d_x, x, n * sizeof(int), cudaMemcpyHostToDevice));
  CHECK(cudaMemset(d_sum, 0, sizeof *d_sum));
  sum_kernel<<<8, 256>>>(d_x, n, d_sum);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(sum, d_sum, sizeof *sum, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_sum));
}

int main() {
  int devices;
  CHECK(cudaGetDeviceCount(&devices));
  constexpr int n = 1000000;
  std::vector<int> x(n);
  for (int i = 0; i < n; ++i) x[i] = i % 1000;

  // The first element of part d: the parts differ by one element at most, and part `devices` begins at the array's end.
  const auto begin = [=](int d) { return static_cast<int>(static_cast<long long>(n) * d / devices); };
  std::vector<unsigned long long> sums(devices);
  std::vector<std::thread> threads;
  for (int d = 0; d < devices; ++d)
    threads.emplace_back(sum_on, d, x.data() + begin(d), begin(d + 1) - begin(d), &sums[d]);
  for (std::thread& thread : threads) thread.join();

  unsigned long long sum = 0, expected = 0;
  for (const int value : x) expected += value;
  for (int d = 0; d < devices; ++d) {
    std::printf("GPU %d: elements %d to %d, sum %llu\n", d, begin(d), begin(d + 1) - 1, sums[d]);
    sum += sums[d];
  }
  std::printf("all: %llu, on the CPU: %llu\n", sum, expected);
  return sum == expected ? 0 : 1;
}
