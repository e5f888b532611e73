// The driver API beside the runtime API: the same devices, memory and errors.
#include <cuda.h>
#include <gtest/gtest.h>

#include <string>

namespace {

TEST(DriverApi, DevicesAreTheRuntimes) {
  ASSERT_EQ(cuInit(0), CUDA_SUCCESS);
  EXPECT_EQ(cuInit(1), CUDA_ERROR_INVALID_VALUE);
  int count = 0, of_runtime = 0, major = 0, minor = 0;
  cuDeviceGetCount(&count);
  cudaGetDeviceCount(&of_runtime);
  EXPECT_EQ(count, of_runtime);
  CUdevice device = 0;
  EXPECT_EQ(cuDeviceGet(&device, count), CUDA_ERROR_INVALID_DEVICE);
  ASSERT_EQ(cuDeviceGet(&device, 0), CUDA_SUCCESS);
  EXPECT_EQ(cuDeviceComputeCapability(&major, &minor, device), CUDA_SUCCESS);
  cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, 0);
  EXPECT_EQ(major, properties.major);
  char name[8];
  EXPECT_EQ(cuDeviceGetName(name, sizeof name, device), CUDA_SUCCESS);
  EXPECT_EQ(std::string(name), std::string(properties.name).substr(0, 7));
}

__global__ void twice(int* p) {
  p[threadIdx.x] *= 2;
}
TEST(DriverApi, MemoryIsTheRuntimes) {
  CUdevice device = 0;
  CUcontext context;
  cuDeviceGet(&device, 0);
  ASSERT_EQ(cuCtxCreate(&context, nullptr, 0, device), CUDA_SUCCESS);
  CUdeviceptr p;
  ASSERT_EQ(cuMemAlloc(&p, 4 * sizeof(int)), CUDA_SUCCESS);
  const int in[] = {1, 2, 3, 4};
  int out[4] = {};
  EXPECT_EQ(cuMemcpyHtoD(p, in, sizeof in), CUDA_SUCCESS);
  twice<<<1, 4>>>(reinterpret_cast<int*>(p));
  EXPECT_EQ(cuCtxSynchronize(), CUDA_SUCCESS);
  EXPECT_EQ(cuMemcpyDtoH(out, p, sizeof out), CUDA_SUCCESS);
  EXPECT_EQ(out[3], 8);
  EXPECT_EQ(cuMemFree(p), CUDA_SUCCESS);
  EXPECT_EQ(cuCtxDestroy(context), CUDA_SUCCESS);
}

// The words are stored in the graph, not in the captured call.
TEST(DriverApi, SetsOfWordsAreCaptured) {
  CUdeviceptr p;
  ASSERT_EQ(cuMemAlloc(&p, 300 * sizeof(unsigned)), CUDA_SUCCESS);
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), cudaSuccess);
  EXPECT_EQ(cuMemsetD32Async(p, 0x12345678, 300, stream), CUDA_SUCCESS);
  EXPECT_EQ(cuMemsetD16Async(p, 0xABCD, 3, stream), CUDA_SUCCESS);
  ASSERT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess);
  ASSERT_EQ(cudaGraphInstantiate(&exec, graph, 0), cudaSuccess);
  for (int launch = 0; launch < 2; ++launch) {
    EXPECT_EQ(cuMemsetD8(p, 0, 300 * sizeof(unsigned)), CUDA_SUCCESS);
    EXPECT_EQ(cudaGraphLaunch(exec, stream), cudaSuccess);
    EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
    unsigned out[300] = {};
    EXPECT_EQ(cuMemcpyDtoH(out, p, sizeof out), CUDA_SUCCESS);
    EXPECT_EQ(out[0], 0xABCDABCDu);
    EXPECT_EQ(out[1], 0x1234ABCDu);
    EXPECT_EQ(out[299], 0x12345678u);
  }
  EXPECT_EQ(cuMemsetD32(p + 299 * sizeof(unsigned), 0, 2), CUDA_ERROR_INVALID_VALUE);
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
  EXPECT_EQ(cuMemFree(p), CUDA_SUCCESS);
  cudaGetLastError();
}

TEST(DriverApi, ErrorsHaveNames) {
  const char* text = nullptr;
  EXPECT_EQ(cuGetErrorName(CUDA_ERROR_ILLEGAL_ADDRESS, &text), CUDA_SUCCESS);
  EXPECT_STREQ(text, "CUDA_ERROR_ILLEGAL_ADDRESS");
  EXPECT_EQ(cuGetErrorString(CUDA_SUCCESS, &text), CUDA_SUCCESS);
  EXPECT_STREQ(text, "no error");
  EXPECT_EQ(cuGetErrorName(static_cast<CUresult>(12345), &text), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(text, nullptr);
}

}  // namespace
