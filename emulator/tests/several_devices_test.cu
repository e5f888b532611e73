// Grids of two devices that wait for each other, as those of an all-reduce do; and the order of what surrounds them.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <cuda/atomic>
#include <string>
#include <thread>
#include <vector>

namespace {

constexpr int devices = 2, blocks = 3;

// Before the emulator reads them: two devices, and a short time limit.
[[maybe_unused]] const bool settings = [] {
  setenv("CUDA_EMULATOR_DEVICES", "2", 1);
  setenv("CUDA_EMULATOR_DEADLOCK_SECONDS", "1", 1);
  return true;
}();

struct Flags {
  unsigned* of[devices];
};

// Each block signals its partner on the other device, and waits for the partner's signal; then it writes what it read.
__global__ void meet(Flags flags, int device, unsigned count, unsigned* found) {
  using Flag = cuda::atomic_ref<unsigned, cuda::thread_scope_system>;
  if (threadIdx.x != 0) return;
  Flag(flags.of[1 - device][blockIdx.x]).store(count, cuda::memory_order_release);
  const Flag own(flags.of[device][blockIdx.x]);
  while (own.load(cuda::memory_order_acquire) < count) continue;
  found[blockIdx.x] += own.load(cuda::memory_order_relaxed);
}

__global__ void set(unsigned* to, unsigned value) {
  *to = value;
}

__global__ void compute_and_set(unsigned* flag, unsigned turns) {
  unsigned x = 1;
  for (unsigned i = 0; i < turns; ++i) x = x * 1664525 + 1013904223;
  cuda::atomic_ref<unsigned, cuda::thread_scope_system>(*flag).store(x | 1, cuda::memory_order_release);
}

__global__ void await(unsigned* flag, unsigned* found) {
  const cuda::atomic_ref<unsigned, cuda::thread_scope_system> awaited(*flag);
  while (awaited.load(cuda::memory_order_acquire) == 0) continue;
  *found = 7;
}

class SeveralDevices : public testing::Test {
 protected:
  void SetUp() override {
    for (int d = 0; d < devices; ++d) {
      ASSERT_EQ(cudaSetDevice(d), cudaSuccess);
      ASSERT_EQ(cudaDeviceEnablePeerAccess(1 - d, 0), cudaSuccess);
      ASSERT_EQ(cudaMalloc(&flags_.of[d], blocks * sizeof(unsigned)), cudaSuccess);
      ASSERT_EQ(cudaMalloc(&found_[d], blocks * sizeof(unsigned)), cudaSuccess);
      ASSERT_EQ(cudaMemset(flags_.of[d], 0, blocks * sizeof(unsigned)), cudaSuccess);
      ASSERT_EQ(cudaMemset(found_[d], 0, blocks * sizeof(unsigned)), cudaSuccess);
      ASSERT_EQ(cudaStreamCreateWithFlags(&streams_[d], cudaStreamNonBlocking), cudaSuccess);
    }
  }
  void TearDown() override {
    for (int d = 0; d < devices; ++d) {
      cudaSetDevice(d);
      EXPECT_EQ(cudaDeviceReset(), cudaSuccess);
      cudaGetLastError();
    }
    cudaSetDevice(0);
  }
  void launch(int device, unsigned count) {
    ASSERT_EQ(cudaSetDevice(device), cudaSuccess);
    meet<<<blocks, 32, 0, streams_[device]>>>(flags_, device, count, found_[device]);
    ASSERT_EQ(cudaGetLastError(), cudaSuccess);
  }
  std::vector<unsigned> found(int device) {
    std::vector<unsigned> values(blocks);
    EXPECT_EQ(cudaStreamSynchronize(streams_[device]), cudaSuccess);
    EXPECT_EQ(cudaMemcpy(values.data(), found_[device], blocks * sizeof(unsigned), cudaMemcpyDeviceToHost),
              cudaSuccess);
    return values;
  }

  Flags flags_{};
  unsigned* found_[devices] = {};
  cudaStream_t streams_[devices] = {};
};

TEST_F(SeveralDevices, GridsMeetInAnyLaunchOrder) {
  for (const int first : {0, 1}) {
    launch(first, first + 1u);
    launch(1 - first, first + 1u);
    for (int d = 0; d < devices; ++d) EXPECT_EQ(cudaStreamSynchronize(streams_[d]), cudaSuccess);
  }
  for (int d = 0; d < devices; ++d) EXPECT_EQ(found(d), std::vector<unsigned>(blocks, 1 + 2));
}

TEST_F(SeveralDevices, GridsMeetAgainAndAgainBeforeTheHostWaits) {
  unsigned sum = 0;
  for (unsigned count = 1; count <= 20; ++count) {
    for (int d = 0; d < devices; ++d) launch(d, count);
    sum += count;
  }
  for (int d = 0; d < devices; ++d) {
    const std::vector<unsigned> values = found(d);
    for (const unsigned value : values) EXPECT_GE(value, sum);  // a partner may be one ahead
  }
}

TEST_F(SeveralDevices, GridsMeetInGraphs) {
  cudaGraphExec_t graphs[devices];
  for (int d = 0; d < devices; ++d) {
    ASSERT_EQ(cudaSetDevice(d), cudaSuccess);
    ASSERT_EQ(cudaStreamBeginCapture(streams_[d], cudaStreamCaptureModeRelaxed), cudaSuccess);
    for (unsigned count = 1; count <= 3; ++count) launch(d, count);
    cudaGraph_t graph;
    ASSERT_EQ(cudaStreamEndCapture(streams_[d], &graph), cudaSuccess);
    ASSERT_EQ(cudaGraphInstantiate(&graphs[d], graph, 0), cudaSuccess);
    ASSERT_EQ(cudaGraphDestroy(graph), cudaSuccess);
  }
  for (int d = 0; d < devices; ++d) {
    ASSERT_EQ(cudaSetDevice(d), cudaSuccess);
    ASSERT_EQ(cudaGraphLaunch(graphs[d], streams_[d]), cudaSuccess);
  }
  for (int d = 0; d < devices; ++d)
    for (const unsigned value : found(d)) EXPECT_GE(value, 1u + 2 + 3);
  for (const cudaGraphExec_t graph : graphs) EXPECT_EQ(cudaGraphExecDestroy(graph), cudaSuccess);
}

// Later work of the stream runs after the grid, also if another device's stream is ordered by an event.
TEST_F(SeveralDevices, AnEventBehindAWaitingGridIsWaitedFor) {
  cudaEvent_t met;
  launch(0, 5);  // waits for device 1
  ASSERT_EQ(cudaEventCreateWithFlags(&met, cudaEventDisableTiming), cudaSuccess);
  ASSERT_EQ(cudaEventRecord(met, streams_[0]), cudaSuccess);
  EXPECT_EQ(cudaEventQuery(met), cudaErrorNotReady);
  cudaGetLastError();

  ASSERT_EQ(cudaSetDevice(1), cudaSuccess);
  unsigned* copy;
  cudaStream_t behind;
  ASSERT_EQ(cudaMalloc(&copy, sizeof(unsigned)), cudaSuccess);
  launch(1, 5);
  ASSERT_EQ(cudaStreamCreateWithFlags(&behind, cudaStreamNonBlocking), cudaSuccess);
  ASSERT_EQ(cudaStreamWaitEvent(behind, met, 0), cudaSuccess);
  ASSERT_EQ(cudaMemcpyPeerAsync(copy, 1, found_[0], 0, sizeof(unsigned), behind), cudaSuccess);
  set<<<1, 1, 0, behind>>>(found_[1], 77);
  ASSERT_EQ(cudaStreamSynchronize(behind), cudaSuccess);
  unsigned value = 0;
  ASSERT_EQ(cudaMemcpy(&value, copy, sizeof value, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_EQ(value, 5u);
  EXPECT_EQ(found(1)[0], 77u);
  EXPECT_EQ(cudaEventSynchronize(met), cudaSuccess);
}

// A grid that computes longer than the time limit is waited for.
TEST_F(SeveralDevices, AGridWaitsForOneThatComputes) {
  ASSERT_EQ(cudaSetDevice(0), cudaSuccess);
  await<<<1, 1, 0, streams_[0]>>>(flags_.of[1], found_[0]);
  ASSERT_EQ(cudaSetDevice(1), cudaSuccess);
  compute_and_set<<<1, 1, 0, streams_[1]>>>(flags_.of[1], 1500000000u);
  EXPECT_EQ(found(0)[0], 7u);
}

TEST_F(SeveralDevices, AGridThatNeverEndsIsStopped) {
  launch(0, 9);
  testing::internal::CaptureStderr();
  EXPECT_EQ(cudaStreamSynchronize(streams_[0]), cudaErrorLaunchTimeout);
  const std::string report = testing::internal::GetCapturedStderr();
  EXPECT_NE(report.find("meet"), std::string::npos) << report;
}

}  // namespace
