// Wrong programs, built with AS_GPU, that give a GPU's results: the properties that only a running program shows. Such
// programs, with the output of an H200, are in programs/.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <vector>

namespace cuda_emulator {
bool behaves_as_gpu();
}

namespace {

TEST(Imitation, IsTold) {
  EXPECT_TRUE(cuda_emulator::behaves_as_gpu());
}

// As in many textbooks, without the barrier between reading and writing.
__global__ void scan_with_one_barrier(int* data, int n) {
  extern __shared__ int sums[];
  const int t = threadIdx.x;
  sums[t] = data[t];
  __syncthreads();
  for (int step = 1; step < n; step *= 2) {
    if (t >= step) sums[t] += sums[t - step];
    __syncthreads();
  }
  data[t] = sums[t];
}
TEST(Imitation, AllReadBeforeOneWrites) {
  constexpr int n = 512;
  int* data = nullptr;
  cudaMallocManaged(&data, n * sizeof(int));
  for (int i = 0; i < n; ++i) data[i] = i % 7;
  scan_with_one_barrier<<<1, n, n * sizeof(int)>>>(data, n);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  int sum = 0;
  for (int i = 0; i < n; ++i) ASSERT_EQ(data[i], sum += i % 7) << i;
  cudaFree(data);
}

// The same in global memory: the size of the grid makes no difference.
__global__ void add_neighbour(int* data) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x > 0) data[i] += data[i - 1];
}
TEST(Imitation, HangsOnNoSizeOfTheGrid) {
  constexpr int threads = 64;
  for (const int blocks : {1, 63, 64, 200}) {
    std::vector<int> data(blocks * threads, 1);
    int* device = nullptr;
    ASSERT_EQ(cudaMalloc(&device, data.size() * sizeof(int)), cudaSuccess);
    cudaMemcpy(device, data.data(), data.size() * sizeof(int), cudaMemcpyHostToDevice);
    add_neighbour<<<blocks, threads>>>(device);
    cudaMemcpy(data.data(), device, data.size() * sizeof(int), cudaMemcpyDeviceToHost);
    EXPECT_EQ(*std::max_element(data.begin(), data.end()), 2) << blocks << " blocks";
    cudaFree(device);
  }
}

// Each block's threads read before one of them writes, so that a block adds one at most.
__global__ void count(unsigned* counter) {
  *counter += 1;
}
TEST(Imitation, LosesUpdatesHoweverManyThereAre) {
  constexpr unsigned blocks = 8192, threads = 512;
  unsigned *counter = nullptr, counted = 0;
  ASSERT_EQ(cudaMalloc(&counter, sizeof counted), cudaSuccess);
  cudaMemset(counter, 0, sizeof counted);
  count<<<blocks, threads>>>(counter);
  cudaMemcpy(&counted, counter, sizeof counted, cudaMemcpyDeviceToHost);
  EXPECT_GT(counted, 0u);
  EXPECT_LE(counted, blocks);
  cudaFree(counter);
}

// Letting other threads run is progress, and does not mean that a block waits for one that has not started.
__global__ void count_long(unsigned* counter, int turns) {
  for (int i = 0; i < turns; ++i) *counter += 1;
}
TEST(Imitation, StartsNoFurtherThreads) {
  const auto os_threads = [] {
    const std::filesystem::directory_iterator tasks("/proc/self/task");
    return std::distance(begin(tasks), end(tasks));
  };
  unsigned* counter = nullptr;
  ASSERT_EQ(cudaMalloc(&counter, sizeof *counter), cudaSuccess);
  count_long<<<64, 32>>>(counter, 1);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const auto before = os_threads();
  count_long<<<64, 32>>>(counter, 30000);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(os_threads(), before);
  cudaFree(counter);
}

}  // namespace
