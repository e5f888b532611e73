// The stand-in for NCCL: all-reduce among three devices.
#include <gtest/gtest.h>
#include <nccl.h>

#include <cstdlib>
#include <string>
#include <vector>

namespace {

constexpr int ranks = 3, n = 1000;

// Before the emulator reads them: three devices, and little patience.
[[maybe_unused]] const bool settings = [] {
  setenv("CUDA_EMULATOR_DEVICES", "3", 1);
  setenv("CUDA_EMULATOR_DEADLOCK_SECONDS", "1", 1);
  return true;
}();

__global__ void fill(int* x, int rank, int round) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = (rank + 1) * i - round;
}

class Nccl : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(ncclCommInitAll(comms_, ranks, nullptr), ncclSuccess);
    for (int r = 0; r < ranks; ++r) {
      ASSERT_EQ(cudaSetDevice(r), cudaSuccess);
      ASSERT_EQ(cudaMalloc(&x_[r], n * sizeof(int)), cudaSuccess);
      ASSERT_EQ(cudaMalloc(&y_[r], n * sizeof(int)), cudaSuccess);
      ASSERT_EQ(cudaStreamCreateWithFlags(&streams_[r], cudaStreamNonBlocking), cudaSuccess);
    }
  }
  void TearDown() override {
    for (const ncclComm_t comm : comms_) EXPECT_EQ(ncclCommDestroy(comm), ncclSuccess);
    for (int r = 0; r < ranks; ++r) {
      cudaSetDevice(r);
      EXPECT_EQ(cudaDeviceReset(), cudaSuccess);
      cudaGetLastError();
    }
    cudaSetDevice(0);
  }
  // Fills x of all ranks in their streams, then reduces.
  void reduce(int round, bool in_place, ncclRedOp_t op = ncclSum) {
    for (int r = 0; r < ranks; ++r) {
      cudaSetDevice(r);
      fill<<<4, 256, 0, streams_[r]>>>(x_[r], r, round);
    }
    ASSERT_EQ(ncclGroupStart(), ncclSuccess);
    for (int r = 0; r < ranks; ++r)
      ASSERT_EQ(ncclAllReduce(x_[r], in_place ? x_[r] : y_[r], n, ncclInt, op, comms_[r], streams_[r]), ncclSuccess);
    ASSERT_EQ(ncclGroupEnd(), ncclSuccess);
  }
  std::vector<int> values(const int* device, int rank) {
    std::vector<int> host(n);
    EXPECT_EQ(cudaStreamSynchronize(streams_[rank]), cudaSuccess);
    EXPECT_EQ(cudaMemcpy(host.data(), device, n * sizeof(int), cudaMemcpyDeviceToHost), cudaSuccess);
    return host;
  }
  template <class F>
  void expect(int* const* arrays, F expected) {
    for (int r = 0; r < ranks; ++r) {
      const std::vector<int> host = values(arrays[r], r);
      for (int i = 0; i < n; ++i) ASSERT_EQ(host[i], expected(i)) << "rank " << r;
    }
  }

  ncclComm_t comms_[ranks] = {};
  int *x_[ranks] = {}, *y_[ranks] = {};
  cudaStream_t streams_[ranks] = {};
};

TEST_F(Nccl, SumsInTheOrderOfTheStreams) {
  for (const int round : {1, 2}) {
    reduce(round, false);
    expect(y_, [=](int i) { return 6 * i - 3 * round; });
  }
}

TEST_F(Nccl, ReceivesWhereItSends) {
  reduce(1, true);
  reduce(2, true);
  expect(x_, [](int i) { return 6 * i - 3 * 2; });
}

TEST_F(Nccl, OtherOperations) {
  reduce(0, false, ncclMax);
  expect(y_, [](int i) { return 3 * i; });
  reduce(0, false, ncclMin);
  expect(y_, [](int i) { return i; });
  reduce(0, false, ncclProd);
  expect(y_, [](int i) { return 6 * i * i * i; });
}

TEST_F(Nccl, GraphsRunItAgain) {
  cudaGraphExec_t graphs[ranks];
  for (const cudaStream_t stream : streams_)
    ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed), cudaSuccess);
  reduce(4, false);
  for (int r = 0; r < ranks; ++r) {
    cudaGraph_t graph;
    ASSERT_EQ(cudaStreamEndCapture(streams_[r], &graph), cudaSuccess);
    ASSERT_EQ(cudaGraphInstantiate(&graphs[r], graph, 0), cudaSuccess);
    ASSERT_EQ(cudaGraphDestroy(graph), cudaSuccess);
  }
  for (int launch = 0; launch < 2; ++launch) {
    for (int r = 0; r < ranks; ++r) {
      cudaSetDevice(r);
      ASSERT_EQ(cudaMemsetAsync(y_[r], 0, n * sizeof(int), streams_[r]), cudaSuccess);
      ASSERT_EQ(cudaGraphLaunch(graphs[r], streams_[r]), cudaSuccess);
    }
    expect(y_, [](int i) { return 6 * i - 3 * 4; });
  }
  for (const cudaGraphExec_t graph : graphs) EXPECT_EQ(cudaGraphExecDestroy(graph), cudaSuccess);
}

TEST_F(Nccl, ARankThatNeverComesEndsTheOthers) {
  testing::internal::CaptureStderr();
  ASSERT_EQ(ncclAllReduce(x_[0], y_[0], n, ncclInt, ncclSum, comms_[0], streams_[0]), ncclSuccess);
  EXPECT_EQ(cudaStreamSynchronize(streams_[0]), cudaErrorLaunchTimeout);
  EXPECT_NE(testing::internal::GetCapturedStderr().find("ncclAllReduce"), std::string::npos);
}

TEST_F(Nccl, KnowsItsRanks) {
  for (int r = 0; r < ranks; ++r) {
    int count = 0, rank = -1, device = -1;
    EXPECT_EQ(ncclCommCount(comms_[r], &count), ncclSuccess);
    EXPECT_EQ(ncclCommUserRank(comms_[r], &rank), ncclSuccess);
    EXPECT_EQ(ncclCommCuDevice(comms_[r], &device), ncclSuccess);
    EXPECT_EQ(count, ranks);
    EXPECT_EQ(rank, r);
    EXPECT_EQ(device, r);
  }
}

TEST_F(Nccl, SaysWhatIsWrong) {
  ncclComm_t none[4];
  const int twice[] = {0, 0}, missing[] = {0, 7};
  EXPECT_EQ(ncclCommInitAll(none, 4, nullptr), ncclInvalidArgument);
  EXPECT_EQ(ncclCommInitAll(none, 2, twice), ncclInvalidUsage);
  EXPECT_EQ(ncclCommInitAll(none, 2, missing), ncclInvalidArgument);
  EXPECT_NE(std::string(ncclGetLastError(nullptr)).find("device 7"), std::string::npos);
  EXPECT_EQ(ncclAllReduce(x_[0], y_[0], n, ncclHalf, ncclSum, comms_[0], streams_[0]), ncclInvalidArgument);
  EXPECT_EQ(ncclAllReduce(x_[0], y_[0], n, ncclInt, ncclAvg, comms_[0], streams_[0]), ncclInvalidArgument);
  EXPECT_EQ(ncclAllReduce(nullptr, y_[0], n, ncclInt, ncclSum, comms_[0], streams_[0]), ncclInvalidArgument);
  EXPECT_EQ(ncclAllReduce(x_[0], y_[0], n, ncclInt, ncclSum, nullptr, streams_[0]), ncclInvalidArgument);
  EXPECT_EQ(ncclGroupEnd(), ncclInvalidUsage);
  EXPECT_STREQ(ncclGetErrorString(ncclInvalidUsage), "invalid usage");
  int version = 0;
  EXPECT_EQ(ncclGetVersion(&version), ncclSuccess);
  EXPECT_EQ(version, NCCL_VERSION_CODE);
}

}  // namespace
