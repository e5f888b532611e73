// Streams and events that a program destroys while their work has not completed: CUDA allows both. Also the errors of
// libraries and NVRTC for invalid handles and names.
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <gtest/gtest.h>
#include <nvrtc.h>

#include <vector>

namespace {

__global__ void wait_for(volatile int* flag) {
  while (*flag == 0) __nanosleep(100);
}

class Waiting : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(cudaHostAlloc(&flag_, sizeof(int), cudaHostAllocMapped), cudaSuccess);
    *flag_ = 0;
    ASSERT_EQ(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), cudaSuccess);
    wait_for<<<1, 1, 0, stream_>>>(flag_);
  }
  void TearDown() override {
    *flag_ = 1;
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    EXPECT_EQ(cudaFreeHost(flag_), cudaSuccess);
  }
  int* flag_ = nullptr;
  cudaStream_t stream_ = nullptr;
};

// The new streams have the addresses of the old ones; their properties must not affect the running grid.
TEST_F(Waiting, StreamIsDestroyed) {
  ASSERT_EQ(cudaStreamDestroy(stream_), cudaSuccess);
  std::vector<cudaStream_t> others(8);
  for (cudaStream_t& other : others) ASSERT_EQ(cudaStreamCreate(&other), cudaSuccess);
  int* p = nullptr;
  int one = 1, back = 0;
  ASSERT_EQ(cudaMalloc(&p, sizeof(int)), cudaSuccess);
  // Does not wait for the grid of a non-blocking stream: the flag is not set yet.
  EXPECT_EQ(cudaMemcpy(p, &one, sizeof one, cudaMemcpyHostToDevice), cudaSuccess);
  EXPECT_EQ(cudaMemcpyAsync(&back, p, sizeof back, cudaMemcpyDeviceToHost, others[0]), cudaSuccess);
  EXPECT_EQ(cudaStreamQuery(others[0]), cudaSuccess);
  EXPECT_EQ(back, 1);
  *flag_ = 1;
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (const cudaStream_t other : others) EXPECT_EQ(cudaStreamDestroy(other), cudaSuccess);
  EXPECT_EQ(cudaFree(p), cudaSuccess);
}

TEST_F(Waiting, QueuedEventIsDestroyed) {
  cudaEvent_t queued = nullptr;
  ASSERT_EQ(cudaEventCreate(&queued), cudaSuccess);
  ASSERT_EQ(cudaEventRecord(queued, stream_), cudaSuccess);
  EXPECT_EQ(cudaEventQuery(queued), cudaErrorNotReady);
  EXPECT_EQ(cudaEventDestroy(queued), cudaSuccess);
  EXPECT_EQ(cudaEventDestroy(queued), cudaErrorInvalidResourceHandle);
  cudaGetLastError();
  std::vector<cudaEvent_t> others(8);
  for (cudaEvent_t& other : others) ASSERT_EQ(cudaEventCreate(&other), cudaSuccess);
  *flag_ = 1;
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  // None of them was recorded, though one may have the first one's address.
  float milliseconds = 0;
  for (const cudaEvent_t other : others) {
    EXPECT_EQ(cudaEventElapsedTime(&milliseconds, other, other), cudaErrorInvalidResourceHandle);
    EXPECT_EQ(cudaEventDestroy(other), cudaSuccess);
  }
  cudaGetLastError();
  EXPECT_EQ(cudaStreamDestroy(stream_), cudaSuccess);
}

TEST(Libraries, SayThatALaunchWasRefused) {
  cublasHandle_t handle = nullptr;
  cudaStream_t stream = nullptr;
  float* x = nullptr;
  const float two = 2;
  ASSERT_EQ(cudaMalloc(&x, 4 * sizeof(float)), cudaSuccess);
  ASSERT_EQ(cublasCreate(&handle), CUBLAS_STATUS_SUCCESS);
  ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  ASSERT_EQ(cublasSetStream(handle, stream), CUBLAS_STATUS_SUCCESS);
  ASSERT_EQ(cublasSscal(handle, 4, &two, x, 1), CUBLAS_STATUS_SUCCESS);
  ASSERT_EQ(cudaStreamDestroy(stream), cudaSuccess);
  EXPECT_NE(cublasSscal(handle, 4, &two, x, 1), CUBLAS_STATUS_SUCCESS);
  cudaGetLastError();
  EXPECT_EQ(cublasDestroy(handle), CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(cudaFree(x), cudaSuccess);
}

TEST(Nvrtc, KeepsHeadersInItsFolder) {
  nvrtcProgram program = nullptr;
  const char* text = "";
  for (const char* name : {"/tmp/a.h", "../../../../../a.h", "a/../../../../../../a.h", ""}) {
    EXPECT_EQ(nvrtcCreateProgram(&program, "", "a.cu", 1, &text, &name), NVRTC_ERROR_INVALID_INPUT) << name;
  }
  for (const char* name : {"a.h", "../a.h", "folder/a.h", "./folder/../a.h"}) {
    ASSERT_EQ(nvrtcCreateProgram(&program, "", "a.cu", 1, &text, &name), NVRTC_SUCCESS) << name;
    EXPECT_EQ(nvrtcDestroyProgram(&program), NVRTC_SUCCESS);
  }
}

}  // namespace
