// Kernels that launch kernels and graphs. What is expected here was seen on an H200 (driver 580.159.04, CUDA 13.0).
#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <vector>

namespace {

struct Seen {
  int done, errors, first_error, first_at, deepest;
};
enum Kind { tail, fire_and_forget, plain };

__device__ void note(Seen* seen, cudaError_t error, int at) {
  if (error == cudaSuccess) return;
  if (seen->errors++ == 0) seen->first_error = error, seen->first_at = at;
}
__global__ void child(Seen* seen) {
  atomicAdd(&seen->done, 1);
}
__global__ void launch_many(Seen* seen, int n, Kind kind) {
  for (int i = 0; i < n; ++i) {
    if (kind == tail) {
      child<<<1, 1, 0, cudaStreamTailLaunch>>>(seen);
    } else if (kind == fire_and_forget) {
      child<<<1, 1, 0, cudaStreamFireAndForget>>>(seen);
    } else {
      child<<<1, 1>>>(seen);
    }
    note(seen, cudaGetLastError(), i);
  }
}
__global__ void nest(Seen* seen, int depth, int most, Kind kind) {
  atomicMax(&seen->deepest, depth);
  if (depth == most) return;
  if (kind == tail) {
    nest<<<1, 1, 0, cudaStreamTailLaunch>>>(seen, depth + 1, most, kind);
  } else if (kind == fire_and_forget) {
    nest<<<1, 1, 0, cudaStreamFireAndForget>>>(seen, depth + 1, most, kind);
  } else {
    nest<<<1, 1>>>(seen, depth + 1, most, kind);
  }
  note(seen, cudaGetLastError(), depth);
}

class DeviceLaunch : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(cudaMallocManaged(&seen, sizeof(Seen)), cudaSuccess);
    clear();
  }
  void TearDown() override {
    EXPECT_EQ(cudaGetLastError(), cudaSuccess) << "a thread's error reached the host";
    cudaFree(seen);
  }
  void clear() { *seen = {0, 0, 0, -1, 0}; }

  Seen* seen = nullptr;
};

TEST_F(DeviceLaunch, TailLaunchesBeyondTheLimitFailAndTheOthersRun) {
  for (const int n : {100, 2048, 2049, 5000}) {
    clear();
    launch_many<<<1, 1>>>(seen, n, tail);
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    EXPECT_EQ(seen->done, std::min(n, 2048));
    EXPECT_EQ(seen->errors, std::max(n - 2048, 0));
    if (n > 2048) {
      EXPECT_EQ(seen->first_error, cudaErrorLaunchPendingCountExceeded);
      EXPECT_EQ(seen->first_at, 2048);
    }
  }
}

TEST_F(DeviceLaunch, ChildrenThatStartAtOnceLeaveTheirPlaces) {
  for (const Kind kind : {fire_and_forget, plain}) {
    clear();
    launch_many<<<1, 1>>>(seen, 5000, kind);
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    EXPECT_EQ(seen->done, 5000);
    EXPECT_EQ(seen->errors, 0);
  }
}

TEST_F(DeviceLaunch, TheLimitCanBeRaised) {
  ASSERT_EQ(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 8192), cudaSuccess);
  launch_many<<<1, 1>>>(seen, 10000, tail);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(seen->done, 8192);
  EXPECT_EQ(seen->first_at, 8192);
  ASSERT_EQ(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 2048), cudaSuccess);
}

TEST_F(DeviceLaunch, DepthIsBoundedByWhatIsPending) {
  for (const Kind kind : {fire_and_forget, plain}) {
    clear();
    nest<<<1, 1>>>(seen, 0, 5000, kind);
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    EXPECT_EQ(seen->deepest, 2048);
    EXPECT_EQ(seen->errors, 1);
    EXPECT_EQ(seen->first_error, cudaErrorLaunchPendingCountExceeded);
    EXPECT_EQ(seen->first_at, 2048);
  }
}

TEST_F(DeviceLaunch, AChainOfTailLaunchesHasNoBound) {
  nest<<<1, 1>>>(seen, 0, 5000, tail);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(seen->deepest, 5000);
  EXPECT_EQ(seen->errors, 0);
}

__global__ void fail_in_thread_0(int* errors) {
  if (threadIdx.x == 0) child<<<0, 1>>>(nullptr);
  errors[threadIdx.x] = cudaGetLastError();
  errors[threadIdx.x + 2] = cudaGetLastError();
}

TEST_F(DeviceLaunch, AThreadsErrorIsItsOwn) {
  int* errors;
  ASSERT_EQ(cudaMallocManaged(&errors, 4 * sizeof(int)), cudaSuccess);
  fail_in_thread_0<<<1, 2>>>(errors);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(errors[0], cudaErrorInvalidValue);
  EXPECT_EQ(errors[1], cudaSuccess);
  EXPECT_EQ(errors[2], cudaSuccess);
  EXPECT_EQ(errors[3], cudaSuccess);
  cudaFree(errors);
}

// ---- graphs ----

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
