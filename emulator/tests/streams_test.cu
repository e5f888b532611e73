// Streams and events: order, errors, callbacks.
#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

namespace {

__global__ void add_one(int* p) {
  ++*p;
}
__global__ void twice(int* p) {
  *p *= 2;
}

TEST(Streams, WorkRunsInOrder) {
  cudaStream_t first = nullptr, second = nullptr;
  cudaEvent_t done = nullptr;
  int* p = nullptr;
  ASSERT_EQ(cudaStreamCreate(&first), cudaSuccess);
  ASSERT_EQ(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking), cudaSuccess);
  ASSERT_EQ(cudaEventCreateWithFlags(&done, cudaEventDisableTiming), cudaSuccess);
  ASSERT_EQ(cudaMalloc(&p, sizeof(int)), cudaSuccess);
  ASSERT_EQ(cudaMemsetAsync(p, 0, sizeof(int), first), cudaSuccess);
  add_one<<<1, 1, 0, first>>>(p);
  ASSERT_EQ(cudaEventRecord(done, first), cudaSuccess);
  ASSERT_EQ(cudaStreamWaitEvent(second, done), cudaSuccess);
  twice<<<1, 1, 0, second>>>(p);
  int host = 0;
  ASSERT_EQ(cudaMemcpyAsync(&host, p, sizeof host, cudaMemcpyDeviceToHost, second), cudaSuccess);
  ASSERT_EQ(cudaStreamSynchronize(second), cudaSuccess);
  EXPECT_EQ(cudaStreamQuery(first), cudaSuccess);
  EXPECT_EQ(cudaEventQuery(done), cudaSuccess);
  EXPECT_EQ(host, 2);
  EXPECT_EQ(cudaFree(p), cudaSuccess);
  EXPECT_EQ(cudaEventDestroy(done), cudaSuccess);
  EXPECT_EQ(cudaStreamDestroy(first), cudaSuccess);
  EXPECT_EQ(cudaStreamDestroy(second), cudaSuccess);
}

TEST(Streams, HandlesAreChecked) {
  cudaStream_t stream = nullptr;
  ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  ASSERT_EQ(cudaStreamDestroy(stream), cudaSuccess);
  EXPECT_EQ(cudaStreamDestroy(stream), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaEventRecord(nullptr), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaStreamCreateWithFlags(&stream, 77), cudaErrorInvalidValue);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
}

TEST(Streams, PrioritiesAreClamped) {
  int least = 7, greatest = 7, priority = 7;
  ASSERT_EQ(cudaDeviceGetStreamPriorityRange(&least, &greatest), cudaSuccess);
  EXPECT_EQ(least, 0);
  EXPECT_LT(greatest, least);
  cudaStream_t stream = nullptr;
  ASSERT_EQ(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, greatest - 10), cudaSuccess);
  ASSERT_EQ(cudaStreamGetPriority(stream, &priority), cudaSuccess);
  EXPECT_EQ(priority, greatest);
  unsigned flags = 0;
  ASSERT_EQ(cudaStreamGetFlags(stream, &flags), cudaSuccess);
  EXPECT_EQ(flags, unsigned{cudaStreamNonBlocking});
  cudaStreamDestroy(stream);
}

void call_runtime(void* result) {
  void* p = nullptr;
  *static_cast<cudaError_t*>(result) = cudaMalloc(&p, 4);
}
void add_text(void* text) {
  *static_cast<std::string*>(text) += "b";
}

TEST(Streams, HostFunctions) {
  std::string text = "a";
  ASSERT_EQ(cudaLaunchHostFunc(nullptr, add_text, &text), cudaSuccess);
  ASSERT_EQ(cudaStreamAddCallback(
                nullptr,
                [](cudaStream_t, cudaError_t status, void* data) {
                  *static_cast<std::string*>(data) += status == cudaSuccess ? "c" : "?";
                },
                &text, 0),
            cudaSuccess);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(text, "abc");
  cudaError_t inside = cudaSuccess;
  ASSERT_EQ(cudaLaunchHostFunc(nullptr, call_runtime, &inside), cudaSuccess);
  EXPECT_EQ(inside, cudaErrorNotPermitted);
  cudaGetLastError();
}

TEST(Events, Times) {
  cudaEvent_t start = nullptr, stop = nullptr, untimed = nullptr;
  ASSERT_EQ(cudaEventCreate(&start), cudaSuccess);
  ASSERT_EQ(cudaEventCreate(&stop), cudaSuccess);
  ASSERT_EQ(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming), cudaSuccess);
  float ms = -1;
  EXPECT_EQ(cudaEventElapsedTime(&ms, start, stop), cudaErrorInvalidResourceHandle) << "not recorded";
  ASSERT_EQ(cudaEventRecord(start), cudaSuccess);
  ASSERT_EQ(cudaEventRecord(untimed), cudaSuccess);
  std::this_thread::sleep_for(std::chrono::milliseconds(3));
  ASSERT_EQ(cudaEventRecord(stop), cudaSuccess);
  ASSERT_EQ(cudaEventSynchronize(stop), cudaSuccess);
  ASSERT_EQ(cudaEventElapsedTime(&ms, start, stop), cudaSuccess);
  EXPECT_GE(ms, 3);
  EXPECT_EQ(cudaEventElapsedTime(&ms, start, untimed), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidResourceHandle);
  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  cudaEventDestroy(untimed);
}

TEST(Streams, HostThreadsMayShareTheDevice) {
  std::vector<std::thread> threads;
  std::vector<int> results(4);
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([t, &results] {
      int* p = nullptr;
      cudaMalloc(&p, sizeof(int));
      cudaMemcpy(p, &t, sizeof(int), cudaMemcpyHostToDevice);
      for (int i = 0; i < 50; ++i) add_one<<<1, 1>>>(p);
      cudaMemcpy(&results[t], p, sizeof(int), cudaMemcpyDeviceToHost);
      cudaFree(p);
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (int t = 0; t < 4; ++t) EXPECT_EQ(results[t], t + 50);
}

}  // namespace
