// Graphs launched by kernels. The expected results are those of an H200 (driver 580.159.04, CUDA 13.0).
#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <vector>

namespace {

struct Log {
  int count, values[64], error;
};
__device__ cudaGraphExec_t launched_graph;

__global__ void write(Log* log, int value) {
  log->values[log->count++] = value;
}
__global__ void launch_graph(Log* log, cudaStream_t where, int times) {
  log->values[log->count++] = 1;
  for (int i = 0; i < times; ++i) {
    const cudaError_t error = cudaGraphLaunch(launched_graph, where);
    if (error != cudaSuccess && log->error == 0) log->error = 1000 * error + i;
  }
}
__global__ void launch_itself(Log* log, int times) {
  if (++log->count < times) log->error = cudaGraphLaunch(cudaGetCurrentGraphExec(), cudaStreamGraphTailLaunch);
}

class GraphsFromKernels : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(cudaMallocManaged(&log, sizeof(Log)), cudaSuccess);
    *log = {};
    ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
    launched = capture(cudaGraphInstantiateFlagDeviceLaunch, [&] {
      write<<<1, 1, 0, stream>>>(log, 10);
      write<<<1, 1, 0, stream>>>(log, 11);
    });
    ASSERT_EQ(cudaMemcpyToSymbol(launched_graph, &launched, sizeof(launched)), cudaSuccess);
  }
  void TearDown() override {
    EXPECT_EQ(cudaGraphExecDestroy(launched), cudaSuccess);
    EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
    cudaFree(log);
  }

  template <typename Work>
  cudaGraphExec_t capture(unsigned flags, const Work& work) {
    cudaGraph_t graph;
    cudaGraphExec_t instance;
    EXPECT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), cudaSuccess);
    work();
    EXPECT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess);
    EXPECT_EQ(cudaGraphInstantiate(&instance, graph, flags), cudaSuccess);
    EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
    return instance;
  }
  // A graph whose first kernel launches the other graph, and whose second one writes 2.
  void run_launcher(cudaStream_t where, int times) {
    *log = {};
    const cudaGraphExec_t launcher = capture(0, [&] {
      launch_graph<<<1, 1, 0, stream>>>(log, where, times);
      write<<<1, 1, 0, stream>>>(log, 2);
    });
    EXPECT_EQ(cudaGraphLaunch(launcher, stream), cudaSuccess);
    EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
    EXPECT_EQ(cudaGraphExecDestroy(launcher), cudaSuccess);
  }
  void upload() { ASSERT_EQ(cudaGraphUpload(launched, stream), cudaSuccess); }

  Log* log = nullptr;
  cudaStream_t stream = nullptr;
  cudaGraphExec_t launched = nullptr;
};

TEST_F(GraphsFromKernels, MustBeUploadedFirst) {
  run_launcher(cudaStreamGraphFireAndForget, 1);
  EXPECT_EQ(log->error, 1000 * cudaErrorInvalidValue);
  EXPECT_EQ(log->count, 2);
}

TEST_F(GraphsFromKernels, ATailLaunchRunsWhenTheGraphHasEnded) {
  upload();
  run_launcher(cudaStreamGraphTailLaunch, 1);
  EXPECT_EQ(log->error, 0);
  EXPECT_EQ(std::vector<int>(log->values, log->values + log->count), (std::vector<int>{1, 2, 10, 11}));
}

TEST_F(GraphsFromKernels, OthersRunInAnyOrderAndNoGraphTwiceAtATime) {
  upload();
  for (const cudaStream_t where :
       {cudaStreamGraphFireAndForget, cudaStreamGraphFireAndForgetAsSibling, cudaStreamGraphTailLaunch}) {
    run_launcher(where, 2);
    EXPECT_EQ(log->error, 1000 * cudaErrorInvalidValue + 1) << "the second launch";
    EXPECT_EQ(log->count, 4);
    run_launcher(where, 1);
    EXPECT_EQ(log->error, 0) << "it can be launched again";
  }
}

__global__ void launch_given_graph(Log* log, cudaGraphExec_t graph) {
  log->error = cudaGraphLaunch(graph, cudaStreamGraphTailLaunch);
}

TEST_F(GraphsFromKernels, AGraphCanBeAKernelsArgument) {
  upload();
  const cudaGraphExec_t launcher = capture(0, [&] { launch_given_graph<<<1, 1, 0, stream>>>(log, launched); });
  EXPECT_EQ(cudaGraphLaunch(launcher, stream), cudaSuccess);
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
  EXPECT_EQ(log->error, 0);
  EXPECT_EQ(std::vector<int>(log->values, log->values + log->count), (std::vector<int>{10, 11}));
  EXPECT_EQ(cudaGraphExecDestroy(launcher), cudaSuccess);
}

TEST_F(GraphsFromKernels, OtherStreamsAreRefused) {
  upload();
  run_launcher(nullptr, 1);
  EXPECT_EQ(log->error, 1000 * cudaErrorInvalidValue);
  EXPECT_EQ(log->count, 2);
}

TEST_F(GraphsFromKernels, AGraphThatLaunchesItselfIsALoop) {
  const cudaGraphExec_t loop =
      capture(cudaGraphInstantiateFlagDeviceLaunch, [&] { launch_itself<<<1, 1, 0, stream>>>(log, 10000); });
  EXPECT_EQ(cudaGraphLaunch(loop, stream), cudaSuccess);
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
  EXPECT_EQ(log->error, 0);
  EXPECT_EQ(log->count, 10000);
  EXPECT_EQ(cudaGraphExecDestroy(loop), cudaSuccess);
}

TEST_F(GraphsFromKernels, NeedAGraphAroundThem) {
  upload();
  launch_graph<<<1, 1>>>(log, cudaStreamGraphFireAndForget, 1);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorNotSupported);
  EXPECT_EQ(cudaGetLastError(), cudaErrorNotSupported);
}

TEST_F(GraphsFromKernels, HoldDeviceWorkOnly) {
  cudaGraph_t graph;
  cudaGraphNode_t node;
  cudaGraphExec_t instance;
  ASSERT_EQ(cudaGraphCreate(&graph, 0), cudaSuccess);
  EXPECT_EQ(cudaGraphInstantiate(&instance, graph, cudaGraphInstantiateFlagDeviceLaunch), cudaErrorInvalidValue);
  ASSERT_EQ(cudaGraphAddEmptyNode(&node, graph, nullptr, 0), cudaSuccess);
  EXPECT_EQ(cudaGraphInstantiate(&instance, graph, cudaGraphInstantiateFlagDeviceLaunch), cudaErrorInvalidValue);
  const cudaHostNodeParams host{[](void*) {}, nullptr};
  ASSERT_EQ(cudaGraphAddHostNode(&node, graph, nullptr, 0, &host), cudaSuccess);
  EXPECT_EQ(cudaGraphInstantiate(&instance, graph, cudaGraphInstantiateFlagDeviceLaunch), cudaErrorInvalidValue);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
  EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
}

}  // namespace
